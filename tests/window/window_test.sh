#!/bin/bash
# Runs one test of the window: `window_test.sh TOPIC NAME`, with the variables that library.sh names. A
# topic is a file of tests; each test has a display and folders of its own.
here=$(dirname "$0")
source "$here/library.sh"
source "$here/$1.sh"
"test_$2" && echo "passed: $2"
