// The system's C library, whatever its module is called. Modules without hardware use only this part of the system.

#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#else
    @_exported import Darwin
#endif
