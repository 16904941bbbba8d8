/// The version of Carillon, for the tool and for the programs; see CHANGELOG.md.
package enum CarillonVersion {
    package static let current = "0.1.0"
}
