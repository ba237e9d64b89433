// AddressSanitizer keeps freed memory in quarantine, which counts against -rss_limit_mb.
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=32";
}
