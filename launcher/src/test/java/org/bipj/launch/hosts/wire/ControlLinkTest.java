package org.bipj.launch.hosts.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives over a link is a frame as it was sent, or the link has ended for a reason. */
class ControlLinkTest {
    private static final long LIMIT_S = 60;

    /** What a link has reported: frames, and a text for its end. */
    private final LinkedBlockingQueue<Object> events = new LinkedBlockingQueue<>();

    private final ControlLink.Listener listener = new ControlLink.Listener() {
        @Override
        public void arrived(ControlFrame frame) {
            events.add(frame);
        }

        @Override
        public void lost(String reason) {
            events.add(reason);
        }
    };

    private Object next() throws InterruptedException {
        Object event = events.poll(LIMIT_S, TimeUnit.SECONDS);
        assertNotNull(event, "nothing has happened");
        return event;
    }

    private ControlLink over(InputStream in, int secondsToStart) {
        return new ControlLink("test", in, OutputStream.nullOutputStream(), secondsToStart, 1, listener).start();
    }

    private static byte[] bytes(ControlFrame frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame.write(out);
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static ControlFrame frame() {
        return ControlFrame.of(FrameKind.SAY, 3, new Packer().text("a line"));
    }

    /** A # stands for a zero, with which the greeting begins. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Welcome\n", "#", "###", "##BIPJ superv##BIPJ", "##BIPJ supervisor##"})
    void whatARemoteShellPrintsFirstIsSkipped(String banner) throws Exception {
        byte[] all = joined(
                banner.replace('#', '\0').getBytes(StandardCharsets.US_ASCII), ControlLink.GREETING, bytes(frame()));
        ControlLink link = over(new ByteArrayInputStream(all), 1);
        assertEquals("a line", ((ControlFrame) next()).fields().text());
        assertEquals("its supervisor, or the connection to it, has ended", next());
        assertTrue(link.isGreeted());
    }

    @Test
    void withoutAGreetingTheBannerIsAllThereIs() throws Exception {
        ControlLink link = over(new ByteArrayInputStream("no such command\n".getBytes(StandardCharsets.US_ASCII)), 1);
        assertEquals("its supervisor, or the connection to it, has ended", next());
        assertEquals("no such command", link.banner());
    }

    /** A shell on the way there may read what it is not meant to. */
    @Test
    void nothingIsWrittenBeforeTheGreeting() throws Exception {
        PipedOutputStream far = new PipedOutputStream();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ControlLink link = new ControlLink("test", new PipedInputStream(far), written, 100, 1, listener);
        link.send(frame());
        link.start();
        link.flush(100);
        far.write("Welcome\n".getBytes(StandardCharsets.US_ASCII));
        // A beat is due each second.
        TimeUnit.MILLISECONDS.sleep(1200);
        assertEquals(0, written.size());
        far.write(ControlLink.GREETING);
        far.flush();
        while (written.size() < bytes(frame()).length) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertArrayEquals(bytes(frame()), Arrays.copyOf(written.toByteArray(), bytes(frame()).length));
        link.close();
    }

    @Test
    void nothingIsWrittenToAnEndThatNeverGreets() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (PipedOutputStream far = new PipedOutputStream()) {
            ControlLink link = new ControlLink("test", new PipedInputStream(far), written, 1, 1, listener);
            link.send(frame());
            link.start();
            assertEquals(
                    "its supervisor has not answered for 1 s: does the profile of the shell there wait for input?",
                    next());
            link.close();
        }
        assertEquals(0, written.size());
    }

    @Test
    void damagedFramesAreRecognised() throws IOException {
        Random random = new Random(18);
        byte[] good = bytes(frame());
        int accepted = 0;
        for (int i = 0; i < 1000; i++) {
            byte[] bad = good.clone();
            // One byte differs, or the end is missing.
            int at = random.nextInt(bad.length);
            bad[at] ^= (byte) (1 + random.nextInt(255));
            byte[] input = i % 2 == 0 ? bad : Arrays.copyOf(good, at);
            try {
                ControlFrame.read(new DataInputStream(new ByteArrayInputStream(input)));
                accepted++;
            } catch (IOException e) {
                assertNull(e.getCause());
            }
        }
        assertEquals(0, accepted);
    }

    @Test
    void aDamagedFrameEndsTheLinkWithTheReason() throws Exception {
        byte[] other = bytes(frame());
        other[2] = ControlFrame.VERSION + 1;
        over(new ByteArrayInputStream(joined(bytes(frame()), other)), 0);
        next();
        assertEquals(
                "its connection is broken: version " + other[2] + " of the launcher's protocol, expected "
                        + ControlFrame.VERSION,
                next());
    }

    @Test
    void fieldsThatAreNotThereAreRecognised() throws Exception {
        ControlLink.Listener reading = new ControlLink.Listener() {
            @Override
            public void arrived(ControlFrame frame) {
                frame.fields().list(Unpacker::text);
            }

            @Override
            public void lost(String reason) {
                events.add(reason);
            }
        };
        ControlFrame tooMany = ControlFrame.of(FrameKind.LOST, 0, new Packer().number(1L << 40));
        new ControlLink(
                        "test",
                        new ByteArrayInputStream(bytes(tooMany)),
                        OutputStream.nullOutputStream(),
                        0,
                        1,
                        reading)
                .start();
        assertEquals(
                "its connection is broken: damaged frame: LOST with number 1099511627776, expected 0 to 1", next());
    }

    @Test
    void silenceEndsALink() throws Exception {
        try (PipedOutputStream far = new PipedOutputStream()) {
            over(new PipedInputStream(far), 0);
            assertEquals("it has been silent for 1 s", next());
        }
    }

    /** Fails as a pipe does whose reader has gone; counts the attempts. */
    private static OutputStream broken(CountDownLatch attempts) {
        return new OutputStream() {
            @Override
            public void write(int ignored) throws IOException {
                attempts.countDown();
                throw new IOException("Broken pipe");
            }
        };
    }

    @Test
    void whatTheOtherEndSentBeforeItEndedArrivesAfterAFailedWrite() throws Exception {
        CountDownLatch attempts = new CountDownLatch(1);
        PipedOutputStream far = new PipedOutputStream();
        ControlLink link =
                new ControlLink("test", new PipedInputStream(far), broken(attempts), 0, 100, listener).start();
        link.send(frame());
        assertTrue(attempts.await(LIMIT_S, TimeUnit.SECONDS));
        far.write(bytes(frame()));
        far.close();
        assertEquals("a line", ((ControlFrame) next()).fields().text());
        assertEquals("its supervisor, or the connection to it, has ended", next());
    }

    @Test
    void aFailedWriteEndsALinkWhoseInputStaysOpen() throws Exception {
        try (PipedOutputStream far = new PipedOutputStream()) {
            new ControlLink("test", new PipedInputStream(far), broken(new CountDownLatch(1)), 0, 100, listener).start();
            assertEquals("its connection is broken: Broken pipe", next());
        }
    }

    @Test
    void manyFramesArriveInOrder() throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        over(new PipedInputStream(out), 0);
        PipedOutputStream nothing = new PipedOutputStream();
        ControlLink far = new ControlLink("far", new PipedInputStream(nothing), out, 0, 1000, listener).start();
        byte[] data = new byte[100_000];
        for (int i = 0; i < 100; i++) {
            far.sendData(ControlFrame.of(FrameKind.OUTPUT, i, new Packer().data(data, 0, data.length)));
        }
        for (int i = 0; i < 100; i++) {
            ControlFrame frame = (ControlFrame) next();
            assertEquals(i, frame.hostIndex());
            assertArrayEquals(data, frame.fields().data());
        }
        far.send(frame());
        far.close();
        assertEquals("a line", ((ControlFrame) next()).fields().text(), "what was sent before the end arrives");
        assertEquals("its supervisor, or the connection to it, has ended", next());
        nothing.close();
    }
}
