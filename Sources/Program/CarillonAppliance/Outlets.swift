import CarillonMQTT
import CarillonOutlet
import CarillonPage

/// The outlets of every program.
package enum Outlets {
    package static let all: [any Outlet.Type] = [RecorderOutlet.self, PageOutlet.self, BrokerOutlet.self]
}
