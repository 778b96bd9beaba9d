// Empty. A file that imports both Testing and a module named UIKit makes the compiler look for
// this module, which adds to both. Swift's toolchain for Linux refers to it and does not contain
// it; without it no such file compiles.
