import Testing
import XCTest

/// Reports a failure to the testing library that is running the test, Swift Testing or XCTest.
///
/// What ``assertThatNext(_:failFunction:)`` and ``assertThatFirst(_:failFunction:)`` do unless they are told otherwise. To
/// be called from the test's own task: Swift Testing knows no other.
///
/// - Parameters:
///   - message: What failed.
///   - file: The file of the place to be shown: `#filePath`, or `#fileID`, or `#file`.
///   - line: The line of the place to be shown.
@usableFromInline
func reportFailure(_ message: String, file: StaticString, line: UInt) {
    if let test = Test.current {
        let place = sourceLocation(file: "\(file)", line: line, moduleName: test.sourceLocation.moduleName)
        Issue.record(Comment(rawValue: message), sourceLocation: place)
    } else {
        XCTFail(message, file: file, line: line)
    }
}

/// The place in Swift Testing's terms.
///
/// Swift Testing wants the path, and the id, which is the module's and the file's name. A path does not tell the module:
/// it is taken to be the test's.
///
/// - Parameters:
///   - file: A path, or an id (`#file` is one or the other, by the language mode).
///   - line: Begins at 1.
///   - moduleName: The module of the running test.
func sourceLocation(file: String, line: UInt, moduleName: String) -> SourceLocation {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let isID = parts.count == 2 && !parts[0].isEmpty
    return SourceLocation(
        fileID: isID ? file : "\(moduleName)/\(parts.last ?? "")", filePath: file, line: max(1, Int(line)), column: 1)
}
