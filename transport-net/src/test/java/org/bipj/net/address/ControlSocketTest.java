package org.bipj.net.address;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The test is the supervisor. */
class ControlSocketTest {
    @TempDir
    Path session;

    private static String await(Supplier<String> value) throws InterruptedException {
        for (int i = 0; i < 5_000 && value.get() == null; i++) {
            Thread.sleep(1);
        }
        return value.get();
    }

    @Test
    void addressesArePublishedAskedForOnceAndKnownWhenTheyCome() throws Exception {
        Path path = session.resolve("control");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            try (AddressBook book = new ControlSocket(path, 7);
                    SocketChannel supervisor = server.accept();
                    BufferedReader in = new BufferedReader(Channels.newReader(supervisor, StandardCharsets.UTF_8));
                    Writer out = Channels.newWriter(supervisor, StandardCharsets.UTF_8)) {
                assertEquals("HELLO 7", in.readLine());
                book.publish("[fe80::1]:5000");
                assertEquals("PUT [fe80::1]:5000", in.readLine());
                assertNull(book.find(3));
                assertNull(book.find(3));
                assertNull(book.find(4));
                assertEquals("GET 3", in.readLine());
                assertEquals("GET 4", in.readLine());
                out.write("what is this\nADDRESS 3 10.0.0.1:99\nGONE 4 host b is silent\n");
                out.flush();
                assertEquals("10.0.0.1:99", await(() -> book.find(3)));
                assertEquals("it has lost this rank: host b is silent", await(() -> book.gone(4)));
                assertNull(book.gone(3));
                assertFalse(book.hasFinished(5));
                book.watchEnd(5);
                book.watchEnd(5);
                book.watchEnd(6);
                assertEquals("WATCH 5", in.readLine());
                assertEquals("WATCH 6", in.readLine());
                out.write("FINISHED 5\n");
                out.flush();
                assertEquals("finished", await(() -> book.hasFinished(5) ? "finished" : null));
                assertFalse(book.hasFinished(6));
            }
        }
    }

    @Test
    void aSocketWithoutASupervisorIsNamed() throws IOException {
        Path path = session.resolve("nobody");
        PortException e = assertThrows(PortException.class, () -> new ControlSocket(path, 2).close());
        assertTrue(e.getMessage().contains("rank 2") && e.getMessage().contains(path.toString()), e.getMessage());
    }
}
