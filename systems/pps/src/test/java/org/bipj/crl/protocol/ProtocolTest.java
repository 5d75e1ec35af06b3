package org.bipj.crl.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The coherence protocol by itself. */
class ProtocolTest {
    private static final int SEEDS = 2000;
    /** Times as many in the deep profile. */
    private static final int DEEP = 25;

    private static final int STEPS = 60;

    private final List<String> sent = new ArrayList<>();

    private void log(Copy copy, int to, ProtocolMessage message) {
        sent.add(message + ">" + to);
    }

    private HomeCopy home() {
        return new HomeCopy(this::log, "region", 0, new Requests(8));
    }

    private RemoteCopy remote() {
        return new RemoteCopy(this::log, "region", 0);
    }

    /** Each event of a schedule checks the protocol's invariants. */
    private static void run(long first) {
        int events = 0;
        int hits = 0;
        for (long seed = first; seed < first + SEEDS; seed++) {
            Schedule schedule = new Schedule(seed, STEPS);
            long trace = schedule.run();
            if (seed % 100 == 0) {
                assertEquals(trace, new Schedule(seed, STEPS).run(), "seed " + seed + "L runs twice alike");
            }
            events += schedule.events();
            hits += schedule.hits();
        }
        assertTrue(events > 100 * SEEDS && hits > 10 * SEEDS, events + " events, " + hits + " hits");
    }

    @Test
    void oneWriterOrManyReadersUnderRandomSchedules() {
        run(0);
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> oneWriterOrManyReadersUnderManyRandomSchedules() {
        return LongStream.range(1, DEEP)
                .map(batch -> batch * SEEDS)
                .mapToObj(first -> DynamicTest.dynamicTest("seeds from " + first, () -> run(first)));
    }

    @Test
    void aCleanWriteMissIsARequestAndAReplyWithData() {
        HomeCopy home = home();
        home.onMessage(3, ProtocolMessage.WRITE);
        assertEquals(List.of("EXCLUSIVE>3"), sent);
        assertFalse(home.isAlone());
    }

    @Test
    void aSharerThatWritesGetsNoData() {
        HomeCopy home = home();
        home.onMessage(3, ProtocolMessage.READ);
        home.onMessage(4, ProtocolMessage.READ);
        home.onMessage(3, ProtocolMessage.WRITE);
        assertEquals(List.of("SHARED>3", "SHARED>4", "INVALIDATE>4"), sent);
        home.onMessage(4, ProtocolMessage.RELEASED);
        assertEquals("UPGRADED>3", sent.getLast());
    }

    @Test
    void aSharerThatIsInvalidatedWhileItsRequestIsOnTheWayGetsData() {
        HomeCopy home = home();
        home.onMessage(3, ProtocolMessage.READ);
        home.onMessage(4, ProtocolMessage.WRITE);
        home.onMessage(3, ProtocolMessage.WRITE);
        home.onMessage(3, ProtocolMessage.RELEASED);
        home.onMessage(4, ProtocolMessage.RETURNED);
        assertEquals(List.of("SHARED>3", "INVALIDATE>3", "EXCLUSIVE>4", "INVALIDATE>4", "EXCLUSIVE>3"), sent);
    }

    @Test
    void aReadOfAnExclusiveCopyLeavesASharedOneThere() {
        HomeCopy home = home();
        home.onMessage(3, ProtocolMessage.WRITE);
        home.onMessage(4, ProtocolMessage.READ);
        home.onMessage(3, ProtocolMessage.DOWNGRADED);
        assertEquals(List.of("EXCLUSIVE>3", "DOWNGRADE>3", "SHARED>4"), sent);
        assertTrue(home.startRead());
    }

    @Test
    void aReleaseThatCrossesTheRequestForItIsTheAnswer() {
        HomeCopy home = home();
        home.onMessage(3, ProtocolMessage.WRITE);
        home.onMessage(4, ProtocolMessage.WRITE);
        home.onMessage(3, ProtocolMessage.RETURNED);
        assertEquals(List.of("EXCLUSIVE>3", "INVALIDATE>3", "EXCLUSIVE>4"), sent);
        sent.clear();
        RemoteCopy copy = remote();
        assertFalse(copy.startWrite());
        copy.onMessage(0, ProtocolMessage.EXCLUSIVE);
        copy.end();
        copy.flush();
        copy.onMessage(0, ProtocolMessage.INVALIDATE);
        assertEquals(List.of("WRITE>0", "RETURNED>0"), sent);
    }

    @Test
    void aRequestThatArrivesBehindItsGrantWaitsForTheSectionsEnd() {
        RemoteCopy copy = remote();
        assertFalse(copy.startRead());
        copy.onMessage(0, ProtocolMessage.SHARED);
        copy.onMessage(0, ProtocolMessage.INVALIDATE);
        assertEquals(Copy.Section.READ, copy.section());
        assertEquals(List.of("READ>0"), sent);
        copy.end();
        assertEquals(List.of("READ>0", "RELEASED>0"), sent);
    }

    @Test
    void anExclusiveCopyIsDowngradedWhileItsRankReads() {
        RemoteCopy copy = remote();
        assertFalse(copy.startWrite());
        copy.onMessage(0, ProtocolMessage.EXCLUSIVE);
        copy.end();
        assertTrue(copy.startRead());
        copy.onMessage(0, ProtocolMessage.DOWNGRADE);
        assertEquals(List.of("WRITE>0", "DOWNGRADED>0"), sent);
    }

    @Test
    void requestsAreServedInTheirOrder() {
        HomeCopy home = home();
        assertTrue(home.startRead());
        home.onMessage(1, ProtocolMessage.WRITE);
        home.onMessage(2, ProtocolMessage.READ);
        assertEquals(List.of(), sent, "the read waits behind the write, which waits for the home's section");
        home.end();
        assertEquals(List.of("EXCLUSIVE>1", "DOWNGRADE>1"), sent);
        assertFalse(home.startWrite());
        home.onMessage(1, ProtocolMessage.DOWNGRADED);
        assertEquals(List.of("EXCLUSIVE>1", "DOWNGRADE>1", "SHARED>2", "INVALIDATE>1", "INVALIDATE>2"), sent);
        home.onMessage(2, ProtocolMessage.RELEASED);
        assertEquals(Copy.Section.NONE, home.section());
        home.onMessage(1, ProtocolMessage.RELEASED);
        assertEquals(Copy.Section.WRITE, home.section());
    }

    @Test
    void unexpectedMessagesAreErrors() {
        assertThrows(IllegalStateException.class, () -> home().onMessage(1, ProtocolMessage.RELEASED));
        assertThrows(IllegalStateException.class, () -> home().onMessage(1, ProtocolMessage.RETURNED));
        assertThrows(IllegalStateException.class, () -> home().onMessage(1, ProtocolMessage.SHARED));
        assertThrows(IllegalStateException.class, () -> remote().onMessage(0, ProtocolMessage.READ));
    }
}
