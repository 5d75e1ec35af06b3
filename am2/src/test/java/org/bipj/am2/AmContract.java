package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.bipj.am2.AmException.Code;
import org.bipj.core.job.Compute;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.EndpointName;
import org.junit.jupiter.api.Test;

/** Short and medium messages, tables, errors and returned messages: what every fabric must do. */
public abstract class AmContract extends AmSuite {
    private static final int NAME = 4;
    private static final double LATE_NS = 3e6;

    @Test
    void aRequestIsAnsweredByItsHandler() {
        run(2, (am, bundle, endpoint) -> {
            endpoint.setHandler(ASK, message -> message.reply(ANSWER, message.argument(0) + 1));
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            int[] got = new int[1];
            endpoint.setHandler(ANSWER, message -> got[0] = message.argument(0));
            for (int i = 0; i < 100; i++) {
                int expected = i + 1;
                endpoint.request(1, ASK, i);
                until(bundle, () -> got[0] == expected);
                assertEquals(0, endpoint.outstanding());
            }
            stop(am, endpoint);
        });
    }

    @Test
    void upToSixteenWordsArrive() {
        run(2, (am, bundle, endpoint) -> {
            endpoint.setHandler(ASK, message -> {
                int[] words = new int[message.argumentCount()];
                for (int i = 0; i < words.length; i++) {
                    words[i] = ~message.argument(i);
                }
                message.reply(ANSWER, words);
            });
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            int[][] got = new int[1][];
            endpoint.setHandler(ANSWER, message -> {
                got[0] = new int[message.argumentCount()];
                Arrays.setAll(got[0], message::argument);
            });
            for (int count = 0; count <= ActiveMessages.MAX_SHORT; count++) {
                int[] words = new int[count];
                Arrays.setAll(words, i -> i * 1_000_003);
                got[0] = null;
                endpoint.request(1, ASK, words);
                until(bundle, () -> got[0] != null);
                Arrays.setAll(words, i -> ~(i * 1_000_003));
                assertArrayEquals(words, got[0]);
            }
            fails(Code.BAD_ARGUMENT, "17 argument words", () -> endpoint.request(1, ASK, new int[17]));
            stop(am, endpoint);
        });
    }

    @Test
    void mediumMessagesOfAllSizesArriveAndGoBack() {
        run(2, (am, bundle, endpoint) -> {
            byte[] room = new byte[am.maxMedium()];
            endpoint.setHandler(ASK, message -> {
                message.copyData(room, 0, room.length);
                message.replyMedium(ANSWER, room, 0, (int) message.length(), message.argument(0));
            });
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            int[] seen = {-1};
            endpoint.setHandler(ANSWER, message -> {
                message.copyData(room, 0, room.length);
                seen[0] = message.argument(0);
                assertEquals(seen[0], message.length());
            });
            int max = am.maxMedium();
            for (int length : new int[] {0, 1, 7, 8, 9, 255, 256, 257, 511, 512, 1000, 4000, max - 1, max}) {
                byte[] sent = bytes(length + 5, length);
                endpoint.requestMedium(1, ASK, sent, 3, length, length);
                byte[] expected = Arrays.copyOfRange(sent, 3, 3 + length);
                Arrays.fill(sent, (byte) 0);
                until(bundle, () -> seen[0] == length);
                assertArrayEquals(expected, Arrays.copyOf(room, length), "length " + length);
            }
            fails(Code.BAD_ARGUMENT, "bytes", () -> endpoint.requestMedium(1, ASK, new byte[max + 1], 0, max + 1));
            assertThrows(IndexOutOfBoundsException.class, () -> endpoint.requestMedium(1, ASK, new byte[4], 2, 3, 1));
            stop(am, endpoint);
        });
    }

    @Test
    void requestsBeyondTheWindowWaitForCredits() {
        run(2, (am, bundle, endpoint) -> {
            AtomicInteger handled = new AtomicInteger();
            endpoint.setHandler(ASK, message -> handled.incrementAndGet());
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                assertEquals(1000 + 3 * 50, handled.get());
                return;
            }
            assertEquals(ActiveMessages.DEFAULT_WINDOW, endpoint.expectedResources());
            for (int i = 0; i < 1000; i++) {
                endpoint.request(1, ASK);
                assertTrue(endpoint.outstanding() <= ActiveMessages.DEFAULT_WINDOW);
            }
            for (int window : new int[] {1, 64, ActiveMessages.MAX_WINDOW}) {
                settle(endpoint);
                endpoint.setExpectedResources(window);
                for (int i = 0; i < 50; i++) {
                    endpoint.request(1, ASK);
                    assertTrue(endpoint.outstanding() <= window);
                }
            }
            if (endpoint.outstanding() > 0) {
                fails(Code.IN_USE, "outstanding", () -> endpoint.setExpectedResources(4));
            }
            fails(Code.BAD_ARGUMENT, "outstanding requests 0", () -> endpoint.setExpectedResources(0));
            stop(am, endpoint);
        });
    }

    @Test
    void anEndpointMaySendToItself() {
        run(1, (am, bundle, endpoint) -> {
            int[] sum = new int[1];
            endpoint.setHandler(ASK, message -> message.reply(ANSWER, 2 * message.argument(0)));
            endpoint.setHandler(ANSWER, message -> sum[0] += message.argument(0));
            for (int i = 1; i <= 100; i++) {
                endpoint.request(0, ASK, i);
            }
            settle(endpoint);
            assertEquals(10100, sum[0]);
        });
    }

    @Test
    void endpointsOfOneRankAreApart() {
        run(2, (am, bundle, endpoint) -> {
            int count = 40;
            AmEndpoint[] endpoints = new AmEndpoint[count];
            int[] hits = new int[count];
            for (int i = 0; i < count; i++) {
                int at = i;
                endpoints[i] = bundle.allocateEndpoint();
                endpoints[i].setTag(1000 + i);
                endpoints[i].setHandler(ASK, message -> {
                    hits[at] += message.argument(0);
                    assertEquals(endpoints[at], message.destination());
                });
                assertEquals(i + 1, endpoints[i].name().endpoint());
            }
            int other = 1 - am.rank();
            for (int i = 0; i < count; i++) {
                endpoint.mapAny(new EndpointName(other, i + 1, 0), 1000 + i);
            }
            int[] gates = new int[1];
            endpoint.setHandler(STOP, message -> gates[0]++);
            endpoint.request(other, STOP);
            until(bundle, () -> gates[0] == 1);
            for (int i = 0; i < count; i++) {
                endpoint.request(2 + i, ASK, i + 1);
            }
            settle(endpoint);
            until(bundle, () -> Arrays.stream(hits).sum() == count * (count + 1) / 2);
            for (int i = 0; i < count; i++) {
                assertEquals(i + 1, hits[i]);
            }
            endpoint.request(other, STOP);
            until(bundle, () -> gates[0] == 2);
        });
    }

    @Test
    void aMessageSaysWhereItComesFrom() {
        run(2, (am, bundle, endpoint) -> {
            int other = 1 - am.rank();
            int[] got = new int[1];
            endpoint.setHandler(ASK, message -> {
                assertEquals(other, message.source().rank());
                assertEquals(0, message.source().endpoint());
                assertEquals(endpoint, message.destination());
                assertEquals(tag(), message.tag());
                assertEquals(ASK, message.handler());
                assertTrue(message.isRequest());
                assertEquals(0x1234_5678_9abc_def0L, message.argumentLong(0));
                assertThrows(IndexOutOfBoundsException.class, () -> message.argument(2));
                got[0]++;
            });
            endpoint.request(other, ASK, 0x9abc_def0, 0x1234_5678);
            settle(endpoint);
            until(bundle, () -> got[0] == 1);
        });
    }

    // ---- returned messages -------------------------------------------------------------------------------------

    private record Back(Status status, Opcode opcode, int handler, int word, EndpointName to) {}

    /** Some fabrics return the name that was given, others that of the endpoint that was found. */
    private static EndpointName any(EndpointName name) {
        return new EndpointName(name.rank(), name.endpoint(), 0);
    }

    private static Back[] catching(AmEndpoint endpoint) {
        Back[] back = new Back[1];
        endpoint.setReturnedHandler((status, opcode, message) -> {
            assertEquals(null, back[0], "one message came back");
            back[0] = new Back(
                    status,
                    opcode,
                    message.handler(),
                    message.argumentCount() > 0 ? message.argument(0) : -1,
                    any(message.source()));
        });
        return back;
    }

    private static Back comesBack(AmEndpoint endpoint, Back[] back, Runnable request) {
        back[0] = null;
        request.run();
        until(endpoint.bundle(), () -> back[0] != null);
        assertEquals(0, endpoint.outstanding());
        return back[0];
    }

    @Test
    void messagesThatCannotBeDeliveredComeBackWithTheReason() {
        run(2, (am, bundle, endpoint) -> {
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                assertEquals(2, endpoint.statistics().refused());
                return;
            }
            Back[] back = catching(endpoint);
            EndpointName first = EndpointName.first(1);
            endpoint.map(10, 1, TAG + 1);
            endpoint.map(11, new EndpointName(1, 5, 1), TAG);
            endpoint.map(12, new EndpointName(1, 0, 1 << 20), TAG);
            endpoint.map(13, 1, ActiveMessages.ANY_TAG);
            assertEquals(
                    new Back(Status.BAD_TAG, Opcode.REQUEST, 9, 42, first),
                    comesBack(endpoint, back, () -> endpoint.request(10, 9, 42)));
            assertEquals(
                    new Back(Status.BAD_ENDPOINT, Opcode.REQUEST, 9, 43, new EndpointName(1, 5, 0)),
                    comesBack(endpoint, back, () -> endpoint.request(11, 9, 43)));
            assertEquals(
                    Status.BAD_ENDPOINT,
                    comesBack(endpoint, back, () -> endpoint.request(12, 9, 44)).status());
            assertEquals(
                    Status.BAD_TAG,
                    comesBack(endpoint, back, () -> endpoint.request(13, STOP)).status());
            assertEquals(
                    new Back(Status.BAD_HANDLER, Opcode.REQUEST, 9, 45, first),
                    comesBack(endpoint, back, () -> endpoint.request(1, 9, 45)));
            assertEquals(
                    new Back(Status.BAD_HANDLER, Opcode.REQUEST_MEDIUM, 9, 46, first),
                    comesBack(endpoint, back, () -> endpoint.requestMedium(1, 9, new byte[100], 0, 100, 46)));
            assertEquals(6, endpoint.statistics().returned());
            stop(am, endpoint);
        });
    }

    @Test
    void aReturnedMediumMessageHasItsData() {
        run(2, (am, bundle, endpoint) -> {
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            byte[] sent = bytes(am.maxMedium(), 3);
            byte[] got = new byte[sent.length];
            endpoint.setReturnedHandler((status, opcode, message) -> message.copyData(got, 0, got.length));
            endpoint.requestMedium(1, 9, sent, 0, sent.length);
            settle(endpoint);
            assertArrayEquals(sent, got);
            stop(am, endpoint);
        });
    }

    @Test
    void withoutAHandlerForThemReturnedMessagesAreErrors() {
        run(2, (am, bundle, endpoint) -> {
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                return;
            }
            endpoint.request(1, 9, 45);
            AmException e = fails(Code.NOT_SENT, "handler 9", () -> settle(endpoint));
            assertEquals(Status.BAD_HANDLER, e.status());
            assertEquals(0, endpoint.outstanding());
            stop(am, endpoint);
        });
    }

    @Test
    void aNewEndpointAcceptsNothingAndAnyTagEverything() {
        run(2, (am, bundle, endpoint) -> {
            AmEndpoint other = bundle.allocateEndpoint();
            int[] hits = new int[1];
            other.setHandler(ASK, message -> hits[0]++);
            endpoint.setHandler(ASK, message -> other.setTag(message.argument(0)));
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                assertEquals(1, hits[0]);
                return;
            }
            Back[] back = catching(endpoint);
            endpoint.request(1, ASK, 0);
            settle(endpoint);
            endpoint.map(9, new EndpointName(1, 1, 0), 5);
            assertEquals(
                    Status.BAD_TAG,
                    comesBack(endpoint, back, () -> endpoint.request(9, ASK)).status());
            endpoint.request(1, ASK, 1);
            settle(endpoint);
            endpoint.request(9, ASK);
            settle(endpoint);
            stop(am, endpoint);
        });
    }

    @Test
    void aReplyForAHandlerThatIsNotThereComesBackToWhoReplied() {
        run(2, (am, bundle, endpoint) -> {
            Back[] back = catching(endpoint);
            endpoint.setHandler(ASK, message -> message.reply(9, 7));
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                until(bundle, () -> back[0] != null);
                assertEquals(Status.BAD_HANDLER, back[0].status());
                assertEquals(Opcode.REPLY, back[0].opcode());
                return;
            }
            endpoint.request(1, ASK);
            settle(endpoint);
            stop(am, endpoint);
        });
    }

    @Test
    void messagesOfAFreedEndpointComeBack() {
        run(2, (am, bundle, endpoint) -> {
            Bundle unpolled = am.allocateBundle(BundleMode.SEQUENTIAL);
            AmEndpoint other = unpolled.allocateEndpoint();
            other.setTag(TAG);
            other.setHandler(ASK, message -> {
                throw new AssertionError("it is not polled");
            });
            int[] freed = new int[1];
            endpoint.setHandler(ASK, message -> freed[0] = 1);
            endpoint.setHandler(
                    NAME, message -> message.reply(ANSWER, other.name().generation()));
            if (am.rank() == 1) {
                until(bundle, () -> freed[0] == 1);
                other.close();
                AmEndpoint next = unpolled.allocateEndpoint();
                assertNotEquals(other.name(), next.name());
                serve(bundle, endpoint);
                unpolled.close();
                return;
            }
            int[] generation = new int[1];
            endpoint.setHandler(ANSWER, message -> generation[0] = message.argument(0));
            endpoint.request(1, NAME);
            settle(endpoint);
            Back[] back = new Back[20];
            int[] count = new int[1];
            endpoint.setReturnedHandler((status, opcode, message) ->
                    back[count[0]++] = new Back(status, opcode, ASK, message.argument(0), message.source()));
            endpoint.setExpectedResources(20);
            endpoint.map(9, new EndpointName(1, 1, generation[0]), TAG);
            for (int i = 0; i < 18; i++) {
                endpoint.request(9, ASK, i);
            }
            endpoint.request(1, ASK);
            settle(endpoint);
            assertEquals(18, count[0]);
            boolean[] seen = new boolean[18];
            for (int i = 0; i < 18; i++) {
                assertEquals(Status.BAD_ENDPOINT, back[i].status());
                assertFalse(seen[back[i].word()]);
                seen[back[i].word()] = true;
            }
            stop(am, endpoint);
            unpolled.close();
        });
    }

    // ---- what handlers may do ----------------------------------------------------------------------------------

    @Test
    void handlersMayReplyOnceAndNothingElse() {
        run(2, (am, bundle, endpoint) -> {
            Message[] kept = new Message[1];
            endpoint.setHandler(ASK, message -> {
                kept[0] = message;
                fails(Code.RESOURCE, "a request inside handler 1", () -> endpoint.request(0, ASK));
                fails(Code.RESOURCE, "a poll inside handler 1", bundle::poll);
                fails(Code.RESOURCE, "freeing an endpoint inside", endpoint::close);
                fails(Code.RESOURCE, "closing Active Messages inside", am::close);
                fails(Code.BAD_ARGUMENT, "handler 256", () -> message.reply(256));
                message.reply(ANSWER, 1);
                fails(Code.RESOURCE, "second reply", () -> message.reply(ANSWER, 2));
            });
            if (am.rank() == 1) {
                serve(bundle, endpoint);
                fails(Code.RESOURCE, "handler has ended", () -> kept[0].reply(ANSWER));
                return;
            }
            int[] got = new int[1];
            endpoint.setHandler(ANSWER, message -> {
                got[0] += message.argument(0);
                assertFalse(message.isRequest());
                fails(Code.RESOURCE, "a reply to a reply", () -> message.reply(ANSWER));
                fails(Code.RESOURCE, "a request inside handler 2", () -> endpoint.request(1, ASK));
            });
            endpoint.request(1, ASK);
            settle(endpoint);
            assertEquals(1, got[0]);
            endpoint.setReturnedHandler((status, opcode, message) -> {
                fails(Code.RESOURCE, "a message that came back", () -> message.reply(ANSWER));
                got[0] = 5;
            });
            endpoint.request(1, 200);
            settle(endpoint);
            assertEquals(5, got[0]);
            stop(am, endpoint);
        });
    }

    @Test
    void anExceptionOfAHandlerIsThrownByThePollAndItsRequestIsAnswered() {
        run(2, (am, bundle, endpoint) -> {
            boolean[] asked = new boolean[1];
            endpoint.setHandler(ASK, message -> {
                asked[0] = true;
                throw new IllegalStateException("handler of rank " + am.rank());
            });
            if (am.rank() == 1) {
                IllegalStateException e = assertThrows(IllegalStateException.class, () -> serve(bundle, endpoint));
                assertEquals("handler of rank 1", e.getMessage());
                assertTrue(asked[0]);
                serve(bundle, endpoint);
                return;
            }
            endpoint.request(1, ASK);
            settle(endpoint);
            stop(am, endpoint);
        });
    }

    // ---- tables ------------------------------------------------------------------------------------------------

    @Test
    void translationsAreMappedOnce() {
        run(1, (am, bundle, endpoint) -> {
            assertEquals(256, endpoint.translations());
            assertTrue(endpoint.isMapped(0));
            assertEquals(new Translation(EndpointName.first(0), tag()), endpoint.translation(0));
            fails(Code.RESOURCE, "entry 0", () -> endpoint.map(0, 0, tag()));
            fails(Code.BAD_ARGUMENT, "translation 256", () -> endpoint.map(256, 0, tag()));
            fails(Code.BAD_ARGUMENT, "translation -1", () -> endpoint.unmap(-1));
            fails(Code.BAD_ARGUMENT, "rank 1", () -> endpoint.map(5, 1, tag()));
            fails(Code.BAD_ARGUMENT, "rank of the endpoint 3", () -> endpoint.map(5, EndpointName.first(3), tag()));
            AmException e = fails(Code.RESOURCE, "entry 5", () -> endpoint.request(5, ASK));
            assertEquals(Status.BAD_ENTRY, e.status());
            fails(Code.RESOURCE, "entry 5", () -> endpoint.unmap(5));
            assertEquals(1, endpoint.mapAny(EndpointName.first(0), 3));
            endpoint.setTranslations(2);
            fails(Code.RESOURCE, "all 2 translations", () -> endpoint.mapAny(EndpointName.first(0), 3));
            fails(Code.RESOURCE, "entry 1 is mapped", () -> endpoint.setTranslations(1));
            endpoint.unmap(1);
            endpoint.setTranslations(1);
            endpoint.setTranslations(ActiveMessages.MAX_TRANSLATIONS);
            assertFalse(endpoint.isMapped(ActiveMessages.MAX_TRANSLATIONS - 1));
            assertEquals(1, endpoint.mapAny(EndpointName.first(0), 3));
            fails(Code.BAD_ARGUMENT, "65537", () -> endpoint.setTranslations(65537));
        });
    }

    @Test
    void handlersHaveIndexesFromOne() {
        run(1, (am, bundle, endpoint) -> {
            assertEquals(256, endpoint.handlers());
            fails(Code.BAD_ARGUMENT, "handler 0", () -> endpoint.setHandler(0, message -> {}));
            fails(Code.BAD_ARGUMENT, "handler 256", () -> endpoint.setHandler(256, message -> {}));
            endpoint.setHandlers(4);
            assertEquals(1, endpoint.setHandlerAny(message -> {}));
            assertEquals(2, endpoint.setHandlerAny(message -> {}));
            assertEquals(3, endpoint.setHandlerAny(message -> {}));
            fails(Code.RESOURCE, "all 4 handlers", () -> endpoint.setHandlerAny(message -> {}));
            fails(Code.RESOURCE, "handler 3 is registered", () -> endpoint.setHandlers(3));
            endpoint.setHandler(3, null);
            endpoint.setHandlers(3);
            fails(Code.BAD_ARGUMENT, "handler 3", () -> endpoint.setHandler(3, message -> {}));
            fails(Code.BAD_ARGUMENT, "handler 0", () -> endpoint.request(0, 0));
        });
    }

    @Test
    void endpointsMoveBetweenBundlesWithTheirMessages() {
        run(1, (am, bundle, endpoint) -> {
            int[] hits = new int[1];
            endpoint.setHandler(ASK, message -> hits[0]++);
            endpoint.request(0, ASK);
            Bundle other = am.allocateBundle(BundleMode.SEQUENTIAL);
            fails(Code.RESOURCE, "not in the bundle", () -> other.move(endpoint, bundle));
            bundle.move(endpoint, other);
            assertEquals(0, bundle.poll());
            assertEquals(0, hits[0]);
            until(other, () -> hits[0] == 1);
            assertEquals(other, endpoint.bundle());
            assertEquals(List.of(endpoint), other.endpoints());
            assertEquals(List.of(), bundle.endpoints());
            other.close();
            AmEndpoint stays = bundle.allocateEndpoint();
            assertThrows(NullPointerException.class, () -> bundle.move(stays, null));
            fails(Code.BAD_ARGUMENT, "is freed", () -> bundle.move(stays, other));
            assertEquals(List.of(stays), bundle.endpoints());
            assertEquals(bundle, stays.bundle());
        });
    }

    @Test
    void whatIsClosedSaysSo() {
        runRanks(1, () -> {
            ActiveMessages am = ActiveMessages.init();
            assertEquals(am, ActiveMessages.init());
            Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
            AmEndpoint endpoint = bundle.allocateEndpoint();
            am.close();
            fails(Code.RESOURCE, "parallel", () -> am.allocateBundle(BundleMode.PARALLEL));
            endpoint.close();
            endpoint.close();
            fails(Code.BAD_ARGUMENT, "freed", () -> endpoint.setTag(1));
            bundle.close();
            fails(Code.BAD_ARGUMENT, "freed", bundle::poll);
            am.close();
            am.close();
            fails(Code.NOT_INITIALIZED, "closed", () -> am.allocateBundle(BundleMode.SEQUENTIAL));
            fails(Code.NOT_INITIALIZED, "closed", bundle::poll);
            fails(Code.NOT_INITIALIZED, "closed", () -> endpoint.request(0, 1));
        });
    }

    @Test
    void aRequestToARankThatHasLeftComesBackThoughTheyHaveNotMet() {
        AtomicBoolean gone = new AtomicBoolean();
        toOneThatLeaves(gone, gone::get);
    }

    @Test
    void aRequestToARankThatLeavesWithoutHavingReadItComesBack() {
        AtomicBoolean gone = new AtomicBoolean();
        toOneThatLeaves(gone, () -> true);
    }

    /** Rank 1 joins, does nothing, and leaves; rank 0 sends to it once it may. */
    private void toOneThatLeaves(AtomicBoolean gone, BooleanSupplier maySend) {
        runRanks(2, () -> {
            Compute.charge(1e5);
            try (ActiveMessages am = ActiveMessages.init()) {
                if (am.rank() == 1) {
                    Compute.charge(1e6);
                    return;
                }
                Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
                AmEndpoint endpoint = bundle.allocateEndpoint();
                endpoint.map(1, 1, TAG);
                endpoint.setSegment(Arena.ofAuto().allocate(300_000));
                while (!maySend.getAsBoolean()) {
                    pollOrGoOn(bundle);
                }
                List<Opcode> back = new ArrayList<>();
                byte[] sent = bytes(am.maxMedium(), 3);
                endpoint.setReturnedHandler((status, opcode, message) -> {
                    // A board that keeps endpoints answers for its host; else the two have met at the end.
                    assertTrue(status == Status.UNREACHABLE || status == Status.BAD_ENDPOINT, "status " + status);
                    assertEquals(back.size() * 11, message.argument(0));
                    if (opcode == Opcode.REQUEST_MEDIUM) {
                        byte[] got = new byte[sent.length];
                        message.copyData(got, 0, got.length);
                        assertArrayEquals(sent, got);
                    }
                    back.add(opcode);
                });
                endpoint.request(1, ASK, 0);
                settle(endpoint);
                endpoint.requestMedium(1, ASK, sent, 0, sent.length, 11);
                settle(endpoint);
                endpoint.requestTransfer(1, ASK, 0, new byte[300_000], 0, 300_000, 22);
                settle(endpoint);
                assertEquals(List.of(Opcode.REQUEST, Opcode.REQUEST_MEDIUM, Opcode.REQUEST_TRANSFER), back);
            } finally {
                if (Jobs.of(null).rank() == 1) {
                    gone.set(true);
                }
            }
        });
    }

    @Test
    void requestsWaitForARankThatIsLate() {
        AtomicInteger answered = new AtomicInteger();
        runRanks(2, () -> {
            Compute.charge(Jobs.of(null).rank() * 1e6);
            try (ActiveMessages am = ActiveMessages.init()) {
                Compute.charge(am.rank() * 1e6);
                Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
                AmEndpoint endpoint = bundle.allocateEndpoint();
                endpoint.map(0, 1 - am.rank(), TAG);
                endpoint.setHandler(ASK, message -> message.reply(ANSWER));
                endpoint.setHandler(ANSWER, message -> answered.incrementAndGet());
                Compute.charge(am.rank() * 1e6);
                endpoint.setTag(TAG);
                endpoint.request(0, ASK);
                while (answered.get() < 2 || endpoint.outstanding() > 0) {
                    pollOrGoOn(bundle);
                }
            }
        });
        assertEquals(2, answered.get());
    }

    @Test
    void callsForSeveralThreadsAreRefusedWhereTheFirstOnesAreForOne() {
        run(1, (am, bundle, endpoint) -> {
            fails(
                    Code.IN_USE,
                    "open for one thread",
                    () -> ActiveMessages.setup().parallel().init());
            // The refused call does not count: one close suffices, which the suite does.
            assertThrows(NullPointerException.class, () -> am.allocateBundle(null));
            assertThrows(NullPointerException.class, () -> bundle.setEventMask(null));
        });
    }

    @Test
    void aPollThrowsWhateverAHandlerHasThrown() {
        run(1, (am, bundle, endpoint) -> {
            IOException thrown = new IOException("by a handler in another language");
            endpoint.setHandler(ASK, message -> AmContract.<RuntimeException>sneak(thrown));
            endpoint.request(0, ASK);
            assertEquals(
                    thrown,
                    assertThrows(Exception.class, () -> until(bundle, () -> endpoint.outstanding() == 0))
                            .getCause());
        });
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void limitsAreThoseOfThePapersAtLeast() {
        run(1, (am, bundle, endpoint) -> {
            assertTrue(am.maxMedium() >= 512);
            assertTrue(am.maxLong() >= 1 << 30);
            assertNotEquals(0, ActiveMessages.MAX_TRANSLATIONS);
            fails(Code.BAD_ARGUMENT, "endpoint of rank 1", () -> am.first(1));
        });
    }

    private void exchangeAndMeet(int ranks) {
        run(ranks, (am, bundle, endpoint) -> {
            Compute.charge(am.rank() * LATE_NS);
            AmGroup group = AmGroup.join(bundle);
            AmEndpoint mine = bundle.allocateEndpoint();
            for (int more = 0; more < am.rank(); more++) {
                mine = bundle.allocateEndpoint();
            }
            int[] sum = new int[1];
            mine.setHandler(ASK, message -> sum[0] += message.argument(0));
            mine.setTag(TAG + am.rank());
            group.map(mine);
            for (int rank = 0; rank < ranks; rank++) {
                assertEquals(rank, mine.translation(rank).name().rank());
                assertEquals(TAG + rank, mine.translation(rank).tag());
            }
            assertEquals(mine.name(), mine.translation(am.rank()).name());
            for (int round = 1; round <= 20; round++) {
                for (int rank = 0; rank < ranks; rank++) {
                    mine.request(rank, ASK, round);
                }
                settle(mine);
                group.barrier();
                assertEquals(ranks * round * (round + 1) / 2, sum[0]);
                group.barrier();
            }
            List<Translation> other = group.exchange(endpoint);
            assertEquals(endpoint.name(), other.get(am.rank()).name());
            assertEquals(TAG, other.get(ranks - 1).tag());
            group.barrier();
            group.close();
            AmGroup next = AmGroup.join(bundle);
            next.barrier();
            next.close();
        });
    }

    @Test
    void ranksExchangeNamesAndMeet() {
        exchangeAndMeet(2);
    }

    @Test
    void anyNumberOfRanksExchangesNamesAndMeets() {
        exchangeAndMeet(1);
        exchangeAndMeet(5);
    }

    /** It has been there, and has left: nobody waits for it. */
    @Test
    void aGroupWhoseFirstRankHasLeftIsNotJoined() {
        run(3, (am, bundle, endpoint) -> {
            if (am.rank() > 0) {
                fails(Code.NOT_SENT, "a message of the group to rank 0 came back", () -> AmGroup.join(bundle));
            }
        });
    }

    @Test
    void ranksThatMakeDifferentCallsOfAGroupAreNamed() {
        run(2, (am, bundle, endpoint) -> {
            AmGroup group = AmGroup.join(bundle);
            group.barrier();
            String said = "rank " + am.rank() + " is in " + (am.rank() == 0 ? "an exchange of names" : "a barrier")
                    + ", rank " + (1 - am.rank()) + " in " + (am.rank() == 0 ? "a barrier" : "an exchange of names")
                    + " (call 3 of the group)";
            fails(Code.BAD_ARGUMENT, said, () -> {
                if (am.rank() == 0) {
                    group.exchange(endpoint);
                } else {
                    group.barrier();
                }
            });
        });
    }

    /**
     * The first endpoint of rank 1 takes 16 requests while nobody polls it. Rank 1 polls it when rank 0 has sent 20, which it
     * learns by replies: requests of rank 0 may have to wait for those.
     */
    @Test
    void messagesThatAreSentOnceMoreAreCounted() {
        int requests = 20;
        run(2, (am, bundle, endpoint) -> {
            int[] handled = new int[1];
            endpoint.setHandler(ASK, message -> handled[0]++);
            Bundle unpolled = am.allocateBundle(BundleMode.SEQUENTIAL);
            bundle.move(endpoint, unpolled);
            AmEndpoint pusher = bundle.allocateEndpoint();
            int[] sent = new int[1];
            pusher.setHandler(ASK, message -> message.reply(ANSWER, sent[0]));
            pusher.setHandler(ANSWER, message -> sent[0] = message.argument(0));
            pusher.setTag(TAG);
            pusher.setExpectedResources(requests);
            AmGroup group = AmGroup.join(bundle);
            group.map(pusher);
            pusher.map(10, 1, TAG);
            if (am.rank() == 0) {
                for (; sent[0] < requests; sent[0]++) {
                    pusher.request(10, ASK);
                }
                settle(pusher);
                assertTrue(pusher.statistics().sentAgain() > 0);
            } else {
                while (sent[0] < requests) {
                    pusher.request(0, ASK);
                    settle(pusher);
                }
                Compute.charge(LATE_NS);
                while (handled[0] < requests) {
                    unpolled.pollOrIdle();
                    bundle.poll();
                }
            }
            group.barrier();
            assertEquals(0, endpoint.statistics().sentAgain());
            unpolled.close();
        });
    }
}
