import Foundation

// View models as apps have them, which import Foundation alone: on Apple's systems, it has
// ObservableObject, @Observable and URLRequest.

final class OrderModel: ObservableObject {
    @Published private(set) var status = "new"

    func request(to server: URL) -> URLRequest {
        status = "sent"
        var request = URLRequest(url: server)
        request.httpMethod = "POST"
        return request
    }
}

@Observable
final class BasketModel {
    var count = 0
}
