import Testing
import XCTest

/// Reports a failure to the testing library that is running the test, Swift Testing or XCTest.
///
/// The default of ``assertThatNext(_:failFunction:)`` and ``assertThatFirst(_:failFunction:)``.
///
/// - Parameters:
///   - message: The failure message.
///   - file: The file of the location to report: `#filePath`, `#fileID` or `#file`.
///   - line: The line of the location to report.
@usableFromInline
func reportFailure(_ message: String, file: StaticString, line: UInt) {
    let test = Test.current
    let location = sourceLocation(file: "\(file)", line: line, moduleName: test?.sourceLocation.moduleName)
    Issue.record(Comment(rawValue: message), sourceLocation: location)
    // Swift Testing finds its test by the task. Without one, the test may run in another task, and the issue is shown
    // without its name; or XCTest is running. A library that is not running ignores the report.
    if test == nil { XCTFail(message, file: file, line: line) }
}

/// Reports a failure of the running test to the testing library, at the test.
///
/// - Parameter message: The failure message.
package func reportFailure(_ message: String) {
    let test = Test.current
    Issue.record(
        Comment(rawValue: message),
        sourceLocation: test?.sourceLocation
            ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    if test == nil { XCTFail(message) }
}

/// Returns the location in the form of Swift Testing, which needs the path and the id: the names of module and file.
///
/// - Parameters:
///   - file: A path, or an id (`#file` is one or the other, by the language mode).
///   - line: The line number, from 1.
///   - moduleName: The module of the running test; if nil, the name of the file's folder is used.
func sourceLocation(file: String, line: UInt, moduleName: String?) -> SourceLocation {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let isID = parts.count == 2 && !parts[0].isEmpty
    let folder = parts.dropLast().last ?? ""
    let id = isID ? file : "\(moduleName ?? "\(folder)")/\(parts.last ?? "")"
    return SourceLocation(fileID: id, filePath: file, line: max(1, Int(line)), column: 1)
}
