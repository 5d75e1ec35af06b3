package org.bipj.launch.hosted.sockets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.bipj.launch.hosted.threads.FiberCompletableFuture;
import org.bipj.launch.hosted.threads.RankThreads;
import org.bipj.sim.kernel.Fiber;

/**
 * Stands for the JDK's client of HTTP on a simulated host: HTTP/1.1, a connection for each request, and a body that is read whole before
 * its subscriber gets it. Public because the programs' classes call its static methods.
 */
public final class RankHttpClient extends HttpClient {
    private static final int MOST_REDIRECTS = 5;

    private final Settings settings;

    private RankHttpClient(Settings settings) {
        this.settings = settings;
    }

    /** Instead of {@code HttpClient.newHttpClient()}. */
    public static HttpClient newHttpClient() {
        return newBuilder().build();
    }

    /** Instead of {@code HttpClient.newBuilder()}. */
    public static HttpClient.Builder newBuilder() {
        return new Settings();
    }

    /** What a builder has been told. */
    private static final class Settings implements HttpClient.Builder {
        private CookieHandler cookies;
        private Duration connectTimeout;
        private SSLContext tls;
        private SSLParameters tlsParameters;
        private Executor executor;
        private Redirect redirect = Redirect.NEVER;
        private Authenticator authenticator;

        @Override
        public Builder cookieHandler(CookieHandler handler) {
            cookies = handler;
            return this;
        }

        @Override
        public Builder connectTimeout(Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("Invalid duration: " + duration);
            }
            connectTimeout = duration;
            return this;
        }

        @Override
        public Builder sslContext(SSLContext context) {
            tls = context;
            return this;
        }

        @Override
        public Builder sslParameters(SSLParameters parameters) {
            tlsParameters = parameters;
            return this;
        }

        @Override
        public Builder executor(Executor given) {
            executor = given;
            return this;
        }

        @Override
        public Builder followRedirects(Redirect policy) {
            redirect = policy;
            return this;
        }

        /** Only the version that is spoken is said. */
        @Override
        public Builder version(Version version) {
            return this;
        }

        @Override
        public Builder priority(int priority) {
            return this;
        }

        @Override
        public Builder proxy(ProxySelector selector) {
            throw RefusedNetwork.because("HttpClient over a proxy", "connect to the host itself");
        }

        @Override
        public Builder authenticator(Authenticator given) {
            authenticator = given;
            return this;
        }

        @Override
        public HttpClient build() {
            return new RankHttpClient(this);
        }
    }

    // ---- what it is --------------------------------------------------------------------------------------------

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.ofNullable(settings.cookies);
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.ofNullable(settings.connectTimeout);
    }

    @Override
    public Redirect followRedirects() {
        return settings.redirect;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        return settings.tls == null ? RankHost.currentTls() : settings.tls;
    }

    @Override
    public SSLParameters sslParameters() {
        return settings.tlsParameters == null ? sslContext().getDefaultSSLParameters() : settings.tlsParameters;
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.ofNullable(settings.authenticator);
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.ofNullable(settings.executor);
    }

    // ---- requests ----------------------------------------------------------------------------------------------

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        URI uri = request.uri();
        String method = request.method();
        byte[] body = request.bodyPublisher().map(RankHttpClient::bytes).orElse(null);
        for (int i = 0; ; i++) {
            RankHttp.Answer answer = exchange(request, method, uri, body);
            String location = answer.redirect();
            if (i == MOST_REDIRECTS || location == null || !follows(uri, location)) {
                return response(request, uri, answer, handler);
            }
            uri = uri.resolve(location);
            if (answer.status() == HttpURLConnection.HTTP_SEE_OTHER
                    || answer.status() <= HttpURLConnection.HTTP_MOVED_TEMP && method.equals("POST")) {
                method = "GET";
                body = null;
            }
        }
    }

    private boolean follows(URI from, String location) {
        boolean isLess = "https".equals(from.getScheme())
                && from.resolve(location).getScheme().equals("http");
        return settings.redirect != Redirect.NEVER && (settings.redirect == Redirect.ALWAYS || !isLess);
    }

    private RankHttp.Answer exchange(HttpRequest request, String method, URI uri, byte[] body) throws IOException {
        Map<String, List<String>> headers =
                new LinkedHashMap<>(request.headers().map());
        if (settings.cookies != null) {
            settings.cookies.get(uri, headers).forEach((name, values) -> {
                if (!values.isEmpty()) {
                    headers.put(name, List.of(String.join("; ", values)));
                }
            });
        }
        int limitMs = request.timeout().map(RankHttpClient::millis).orElse(0);
        int connectMs = settings.connectTimeout == null ? limitMs : millis(settings.connectTimeout);
        try {
            RankHttp.Answer answer = RankHttp.exchange(
                    method,
                    uri,
                    headers,
                    body,
                    new RankHttp.Limits(connectMs, limitMs),
                    () -> sslContext().getSocketFactory());
            if (settings.cookies != null) {
                settings.cookies.put(uri, answer.headers());
            }
            return answer;
        } catch (SocketTimeoutException e) {
            throw "Connect timed out".equals(e.getMessage())
                    ? new HttpConnectTimeoutException("HTTP connect timed out")
                    : new HttpTimeoutException("request timed out");
        }
    }

    private static int millis(Duration time) {
        return Math.clamp(time.toMillis(), 1, Integer.MAX_VALUE);
    }

    /** All that a publisher has; it may publish in its own thread. */
    private static byte[] bytes(HttpRequest.BodyPublisher publisher) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        CompletableFuture<byte[]> done = new CompletableFuture<>();
        publisher.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(ByteBuffer part) {
                byte[] bytes = new byte[part.remaining()];
                part.get(bytes);
                all.writeBytes(bytes);
            }

            @Override
            public void onError(Throwable failure) {
                done.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
                done.complete(all.toByteArray());
            }
        });
        Fiber.current().waitFor(done::isDone, Fiber.FOREVER, "the body of a request");
        return done.join();
    }

    private static <T> HttpResponse<T> response(
            HttpRequest request, URI uri, RankHttp.Answer answer, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        HttpHeaders headers = HttpHeaders.of(answer.headers(), (name, value) -> true);
        HttpResponse.BodySubscriber<T> subscriber = handler.apply(new HttpResponse.ResponseInfo() {
            @Override
            public int statusCode() {
                return answer.status();
            }

            @Override
            public HttpHeaders headers() {
                return headers;
            }

            @Override
            public Version version() {
                return Version.HTTP_1_1;
            }
        });
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                // All comes at once.
            }

            @Override
            public void cancel() {
                // There is nothing left to come.
            }
        });
        if (answer.body().length > 0) {
            subscriber.onNext(List.of(ByteBuffer.wrap(answer.body()).asReadOnlyBuffer()));
        }
        subscriber.onComplete();
        CompletableFuture<T> body = subscriber.getBody().toCompletableFuture();
        Fiber.current().waitFor(body::isDone, Fiber.FOREVER, "the body of an answer");
        try {
            return new Response<>(answer.status(), request, headers, body.get(), uri);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    /** What has come. */
    private record Response<T>(int statusCode, HttpRequest request, HttpHeaders headers, T body, URI uri)
            implements HttpResponse<T> {
        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }

        @Override
        public String toString() {
            return "(" + request.method() + " " + uri + ") " + statusCode;
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        CompletableFuture<HttpResponse<T>> result = new FiberCompletableFuture<>();
        Runnable task = () -> {
            try {
                result.complete(send(request, handler));
            } catch (Throwable e) {
                result.completeExceptionally(e instanceof CompletionException ? e.getCause() : e);
            }
        };
        if (settings.executor == null) {
            RankThreads.startHelper("HttpClient", task);
        } else {
            settings.executor.execute(task);
        }
        return result;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> pushes) {
        return sendAsync(request, handler);
    }

    @Override
    public void close() {
        // Each request has closed its connection.
    }
}
