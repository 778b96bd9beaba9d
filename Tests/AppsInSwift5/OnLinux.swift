// What one more file does for all files of a target: see FoundationOnlyApp.swift.

// LINUX: begin
#if os(Linux)
    @_exported import Combine
    @_exported import FoundationNetworking
    @_exported import Observation
#endif
// LINUX: end
