package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A server of TLS: it accepts connections of a {@link RankServerSocket}, over which the JDK's TLS is layered. */
final class RankSslServerSocket extends SSLServerSocket {
    private final SSLContext context;
    private final ServerSocket server = new RankServerSocket();
    private final SSLParameters parameters;
    private boolean isClient;
    private boolean createsSessions = true;

    RankSslServerSocket(SSLContext context) throws IOException {
        this.context = context;
        parameters = context.getDefaultSSLParameters();
    }

    // ---- TLS ---------------------------------------------------------------------------------------------------

    @Override
    public Socket accept() throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(server.accept(), null, true);
        socket.setUseClientMode(isClient);
        socket.setSSLParameters(parameters);
        socket.setEnableSessionCreation(createsSessions);
        return socket;
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return parameters.getCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        parameters.setCipherSuites(suites);
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return context.getSupportedSSLParameters().getCipherSuites();
    }

    @Override
    public String[] getSupportedProtocols() {
        return context.getSupportedSSLParameters().getProtocols();
    }

    @Override
    public String[] getEnabledProtocols() {
        return parameters.getProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        parameters.setProtocols(protocols);
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        parameters.setNeedClientAuth(need);
    }

    @Override
    public boolean getNeedClientAuth() {
        return parameters.getNeedClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        parameters.setWantClientAuth(want);
    }

    @Override
    public boolean getWantClientAuth() {
        return parameters.getWantClientAuth();
    }

    @Override
    public void setUseClientMode(boolean mode) {
        isClient = mode;
    }

    @Override
    public boolean getUseClientMode() {
        return isClient;
    }

    @Override
    public void setEnableSessionCreation(boolean flag) {
        createsSessions = flag;
    }

    @Override
    public boolean getEnableSessionCreation() {
        return createsSessions;
    }

    @Override
    public SSLParameters getSSLParameters() {
        return parameters;
    }

    @Override
    public void setSSLParameters(SSLParameters given) {
        if (given.getCipherSuites() != null) {
            parameters.setCipherSuites(given.getCipherSuites());
        }
        if (given.getProtocols() != null) {
            parameters.setProtocols(given.getProtocols());
        }
        if (given.getNeedClientAuth()) {
            parameters.setNeedClientAuth(true);
        } else {
            parameters.setWantClientAuth(given.getWantClientAuth());
        }
        parameters.setAlgorithmConstraints(given.getAlgorithmConstraints());
        parameters.setApplicationProtocols(given.getApplicationProtocols());
        parameters.setUseCipherSuitesOrder(given.getUseCipherSuitesOrder());
        parameters.setSNIMatchers(given.getSNIMatchers());
    }

    // ---- the server --------------------------------------------------------------------------------------------

    @Override
    public void bind(SocketAddress local, int backlog) throws IOException {
        server.bind(local, backlog);
    }

    @Override
    public void bind(SocketAddress local) throws IOException {
        server.bind(local);
    }

    @Override
    public InetAddress getInetAddress() {
        return server.getInetAddress();
    }

    @Override
    public int getLocalPort() {
        return server.getLocalPort();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return server.getLocalSocketAddress();
    }

    @Override
    public boolean isBound() {
        return server.isBound();
    }

    @Override
    public boolean isClosed() {
        return server.isClosed();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    @Override
    public void setSoTimeout(int timeout) throws SocketException {
        server.setSoTimeout(timeout);
    }

    @Override
    public int getSoTimeout() throws IOException {
        return server.getSoTimeout();
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
        server.setReuseAddress(on);
    }

    @Override
    public boolean getReuseAddress() throws SocketException {
        return server.getReuseAddress();
    }

    @Override
    public void setReceiveBufferSize(int size) throws SocketException {
        server.setReceiveBufferSize(size);
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return server.getReceiveBufferSize();
    }

    @Override
    public <T> ServerSocket setOption(SocketOption<T> name, T value) throws IOException {
        server.setOption(name, value);
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) throws IOException {
        return server.getOption(name);
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return server.supportedOptions();
    }

    @Override
    public String toString() {
        return "[SSL: " + server + "]";
    }
}
