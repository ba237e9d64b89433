#!/bin/bash
# Runs one test of the window: `window_test.sh TOPIC NAME`, with the variables of library.sh. A
# topic is a file of tests; each test has its own display and folders.
here=$(dirname "$0")
source "$here/library.sh"
source "$here/$1.sh"
"test_$2" && echo "passed: $2"
