import Testing
import XCTest

/// Reports a failure to the testing library that is running the test, Swift Testing or XCTest.
///
/// What ``assertThatNext(_:failFunction:)`` and ``assertThatFirst(_:failFunction:)`` do unless they are told otherwise.
///
/// - Parameters:
///   - message: What failed.
///   - file: The file of the place to be shown: `#filePath`, `#fileID` or `#file`.
///   - line: The line of the place to be shown.
@usableFromInline
func reportFailure(_ message: String, file: StaticString, line: UInt) {
    let test = Test.current
    let place = sourceLocation(file: "\(file)", line: line, moduleName: test?.sourceLocation.moduleName)
    Issue.record(Comment(rawValue: message), sourceLocation: place)
    // Swift Testing knows its test by the task, so there may be one elsewhere, and the issue is shown without its name.
    // Or XCTest is running. The library that is not running ignores what it is told.
    if test == nil { XCTFail(message, file: file, line: line) }
}

/// The place in Swift Testing's terms.
///
/// Swift Testing wants the path, and the id, which is the names of the module and of the file.
///
/// - Parameters:
///   - file: A path, or an id (`#file` is one or the other, by the language mode).
///   - line: Begins at 1.
///   - moduleName: The module of the running test, if it is known. If not, modules have the names of their folders.
func sourceLocation(file: String, line: UInt, moduleName: String?) -> SourceLocation {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let isID = parts.count == 2 && !parts[0].isEmpty
    let folder = parts.dropLast().last ?? ""
    let id = isID ? file : "\(moduleName ?? "\(folder)")/\(parts.last ?? "")"
    return SourceLocation(fileID: id, filePath: file, line: max(1, Int(line)), column: 1)
}
