package org.bipj.launch.hosted.sockets;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The connection of a URL of HTTP on a simulated host. All of an answer is read at once, and each request has a connection of its own. */
final class RankHttpConnection extends HttpURLConnection {
    private static final int MOST_REDIRECTS = 20;
    private static final int FIRST_ERROR = 400;

    private final Map<String, List<String>> sent = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private ByteArrayOutputStream body;
    private RankHttp.Answer answer;
    private IOException failure;

    RankHttpConnection(URL url) {
        super(url);
    }

    // ---- the request -------------------------------------------------------------------------------------------

    private void checkOpen() {
        if (connected) {
            throw new IllegalStateException("Already connected");
        }
    }

    @Override
    public void setRequestProperty(String key, String value) {
        checkOpen();
        sent.put(key, new ArrayList<>(List.of(value)));
    }

    @Override
    public void addRequestProperty(String key, String value) {
        checkOpen();
        sent.computeIfAbsent(key, name -> new ArrayList<>()).add(value);
    }

    @Override
    public String getRequestProperty(String key) {
        List<String> values = sent.get(key);
        return values == null ? null : values.getLast();
    }

    @Override
    public Map<String, List<String>> getRequestProperties() {
        checkOpen();
        return Map.copyOf(sent);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        if (!doOutput) {
            throw new ProtocolException("cannot write to a URLConnection if doOutput=false - call setDoOutput(true)");
        }
        if (answer != null) {
            throw new ProtocolException("Cannot write output after reading input.");
        }
        if (body == null) {
            body = new ByteArrayOutputStream();
            if (method.equals("GET")) {
                method = "POST";
            }
        }
        return body;
    }

    @Override
    public void connect() throws IOException {
        // With the answer, as the request's data may follow.
        connected = true;
    }

    private RankHttp.Answer answer() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (answer == null) {
            connected = true;
            try {
                answer = exchange();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
            responseCode = answer.status();
            String[] words = answer.line().split(" ", 3);
            responseMessage = words.length > 2 ? words[2] : "";
        }
        return answer;
    }

    private RankHttp.Answer exchange() throws IOException {
        try {
            URI uri = url.toURI();
            byte[] data = body == null ? null : body.toByteArray();
            for (int i = 0; i < MOST_REDIRECTS; i++) {
                RankHttp.Answer got = RankHttp.exchange(
                        method,
                        uri,
                        sent,
                        data,
                        new RankHttp.Limits(getConnectTimeout(), getReadTimeout()),
                        RankTls::getSocketFactory);
                String location = got.redirect();
                if (!instanceFollowRedirects || location == null) {
                    return got;
                }
                uri = uri.resolve(location);
                url = uri.toURL();
                if (got.status() == HTTP_SEE_OTHER || method.equals("POST")) {
                    method = "GET";
                    data = null;
                }
            }
            throw new ProtocolException("Server redirected too many times (" + MOST_REDIRECTS + ")");
        } catch (URISyntaxException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    // ---- the answer --------------------------------------------------------------------------------------------

    @Override
    public InputStream getInputStream() throws IOException {
        RankHttp.Answer got = answer();
        if (got.status() >= FIRST_ERROR) {
            if (got.status() == HTTP_NOT_FOUND || got.status() == HTTP_GONE) {
                throw new FileNotFoundException(url.toString());
            }
            throw new IOException("Server returned HTTP response code: " + got.status() + " for URL: " + url);
        }
        return new ByteArrayInputStream(got.body());
    }

    @Override
    public InputStream getErrorStream() {
        return answer != null && answer.status() >= FIRST_ERROR ? new ByteArrayInputStream(answer.body()) : null;
    }

    @Override
    public int getResponseCode() throws IOException {
        return answer().status();
    }

    @Override
    public String getResponseMessage() throws IOException {
        answer();
        return responseMessage;
    }

    @Override
    public String getHeaderField(String name) {
        RankHttp.Answer got = answerOrNull();
        return got == null ? null : name == null ? got.line() : got.header(name);
    }

    @Override
    public Map<String, List<String>> getHeaderFields() {
        RankHttp.Answer got = answerOrNull();
        return got == null ? Map.of() : new LinkedHashMap<>(got.headers());
    }

    @Override
    public String getHeaderFieldKey(int number) {
        RankHttp.Answer got = answerOrNull();
        return got == null || number < 1 || number > got.headers().size()
                ? null
                : List.copyOf(got.headers().keySet()).get(number - 1);
    }

    @Override
    public String getHeaderField(int number) {
        String key = getHeaderFieldKey(number);
        return number == 0 ? getHeaderField(null) : key == null ? null : getHeaderField(key);
    }

    private RankHttp.Answer answerOrNull() {
        try {
            return answer();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void disconnect() {
        // Each request has closed its own.
    }

    @Override
    public boolean usingProxy() {
        return false;
    }
}
