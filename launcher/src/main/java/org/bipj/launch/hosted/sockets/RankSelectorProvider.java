package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/** Makes the channels and selectors of simulated hosts. Public because the programs' classes call it. */
public final class RankSelectorProvider extends SelectorProvider {
    static final RankSelectorProvider ONLY = new RankSelectorProvider();

    private RankSelectorProvider() {}

    /** Instead of {@code SelectorProvider.provider()}. */
    public static SelectorProvider provider() {
        return ONLY;
    }

    static void check(ProtocolFamily family) {
        if (family == StandardProtocolFamily.UNIX) {
            throw RefusedNetwork.because("a Unix socket", "use addresses of the Internet");
        }
        if (!(family instanceof StandardProtocolFamily)) {
            throw new UnsupportedOperationException("Protocol family not supported");
        }
    }

    @Override
    public DatagramChannel openDatagramChannel() throws IOException {
        return new RankDatagramChannel(this);
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
        check(family);
        return openDatagramChannel();
    }

    @Override
    public Pipe openPipe() throws IOException {
        return new RankPipe(this);
    }

    @Override
    public AbstractSelector openSelector() throws IOException {
        return new RankSelector(this);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() throws IOException {
        return new RankServerChannel(this);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
        check(family);
        return openServerSocketChannel();
    }

    @Override
    public SocketChannel openSocketChannel() throws IOException {
        return new RankSocketChannel(this);
    }

    @Override
    public SocketChannel openSocketChannel(ProtocolFamily family) throws IOException {
        check(family);
        return openSocketChannel();
    }
}
