/// Runs work and then closes what it used, also where the work failed.
///
/// - Returns: The work's result.
/// - Throws: The work's failure.
func closing<Value, Failure: Error>(
    _ close: () async -> Void,
    after work: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure>
    do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
    await close()
    return try result.get()
}
