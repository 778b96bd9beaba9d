// Apple's Foundation has URLSession and `@Observable` itself. A target also needs one Swift file of its own.
@_exported import FoundationNetworking
@_exported import Observation
