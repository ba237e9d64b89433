// AddressSanitizer keeps freed memory in quarantine. The quarantine counts against -rss_limit_mb of
// libFuzzer, so it is small here.
extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=32";
}
