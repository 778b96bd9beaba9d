// Empty. Where a file imports both Testing and a module named UIKit, the compiler looks for this
// third one, which adds to both; Swift's toolchain for Linux names it and does not have it, and
// without it no such file compiles.
