// The system's C library, by whatever name it goes here: what modules that know no hardware have of the system.

#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#else
    @_exported import Darwin
#endif
