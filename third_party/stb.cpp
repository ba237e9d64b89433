// The implementations of stb_image and stb_image_write, private names so that no library's copy
// of stb can be taken for ours.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image.h>
#include <stb_image_write.h>
