package org.bipj.panda;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Remote procedure calls. */
public class RpcContract extends PandaSuite {
    @Test
    void aCallRunsTheProcedureOnceAndBringsItsReply() {
        run(3, panda -> {
            int[] ran = new int[1];
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> {
                ran[0]++;
                assertEquals(request.source(), reply.caller());
                reply.send(new Gather().putInt(request.getInt() * 10 + panda.rank()));
            });
            int[] result = new int[1];
            Gather request = new Gather();
            for (int i = 0; i < 100; i++) {
                int callee = (panda.rank() + i) % 3;
                rpc.call(callee, request.clear().putInt(i), reply -> {
                    assertEquals(callee, reply.source());
                    result[0] = reply.getInt();
                });
                assertEquals(10 * i + callee, result[0]);
            }
            panda.barrier();
            assertEquals(100, ran[0], 2, "calls of three ranks by turns");
        });
    }

    @Test
    void requestsAndRepliesMayBeLong() {
        run(2, panda -> {
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> {
                byte[] data = new byte[request.remaining()];
                request.get(data, 0, data.length);
                reply.send(new Gather().add(data, 0, data.length).add(data, 0, data.length));
            });
            for (int length : new int[] {0, 1, 1000, 1024, 50_000}) {
                byte[] data = bytes(length, panda.rank());
                byte[] twice = new byte[2 * length];
                rpc.call(1 - panda.rank(), new Gather().add(data, 0, length), reply -> {
                    assertEquals(twice.length, reply.length());
                    reply.get(twice, 0, twice.length);
                });
                byte[] half = new byte[length];
                System.arraycopy(twice, length, half, 0, length);
                assertArrayEquals(data, half);
            }
        });
    }

    @Test
    void aKeptReplyIsReadLater() {
        run(2, panda -> {
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> reply.send(new Gather().putLong(request.getLong() + 1)));
            Incoming[] kept = new Incoming[1];
            rpc.call(1 - panda.rank(), new Gather().putLong(41), reply -> kept[0] = reply.keep());
            try (Incoming reply = kept[0]) {
                assertEquals(42, reply.getLong());
            }
        });
    }

    @Test
    void anExceptionOfTheProcedureReachesItsCaller() {
        run(2, panda -> {
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> {
                if (request.getInt() == 1) {
                    throw new IllegalStateException("no such door");
                }
                // Returns without a reply.
            });
            int other = 1 - panda.rank();
            RpcException thrown =
                    assertThrows(RpcException.class, () -> rpc.call(other, new Gather().putInt(1), reply -> {}));
            assertEquals(other, thrown.callee());
            assertEquals("java.lang.IllegalStateException: no such door", thrown.thrown());
            assertTrue(thrown.getMessage().contains("service 3 on rank " + other), thrown.getMessage());
            RpcException none =
                    assertThrows(RpcException.class, () -> rpc.call(other, new Gather().putInt(0), reply -> {}));
            assertTrue(none.getMessage().contains("has not replied"), none.getMessage());
            IllegalStateException own = assertThrows(IllegalStateException.class, () -> {
                Rpc answers = panda.rpc(SERVICE + 1, (request, reply) -> reply.send(new Gather()));
                rpcThatThrows(answers, other);
            });
            assertEquals("receiver", own.getMessage());
            panda.barrier();
        });
    }

    @Test
    void aProcedureMayNameADestinationWhenTheRequestHasBegun() {
        run(2, panda -> {
            int[] before = new int[1];
            Rpc rpc = panda.rpc(SERVICE, Delivery.BEGUN, (request, reply) -> {
                Reply later = reply.later();
                before[0] += request.isComplete() ? 0 : 1;
                byte[] data = new byte[request.remaining()];
                request.into(data, 0, data.length, whole -> later.send(new Gather().add(data, 0, data.length)));
            });
            for (int length : new int[] {0, 1, 1000, 1024, 50_000}) {
                byte[] data = bytes(length, panda.rank());
                byte[] same = new byte[length];
                rpc.call(1 - panda.rank(), new Gather().add(data, 0, length), reply -> reply.get(same, 0, length));
                assertArrayEquals(data, same);
            }
            panda.barrier();
            assertTrue(before[0] > 0, "all requests were complete");
        });
    }

    @Test
    void aRequestThatHasBegunMayBeCollected() {
        run(2, panda -> {
            Incoming[] kept = new Incoming[1];
            Rpc rpc = panda.rpc(SERVICE, Delivery.BEGUN, (request, reply) -> {
                Reply later = reply.later();
                int length = request.getInt();
                request.collect(whole -> {
                    byte[] data = new byte[length];
                    whole.get(data, 0, length);
                    kept[0] = whole.keep();
                    later.send(new Gather().add(data, 0, length));
                });
            });
            for (int length : new int[] {0, 1, 1000, 1024, 50_000}) {
                byte[] data = bytes(length, panda.rank());
                byte[] same = new byte[length];
                rpc.call(
                        1 - panda.rank(),
                        new Gather().putInt(length).add(data, 0, length).putInt(17),
                        reply -> reply.get(same, 0, length));
                assertArrayEquals(data, same);
                panda.barrier();
                assertEquals(17, kept[0].getInt());
                kept[0].close();
                panda.barrier();
            }
        });
    }

    private static void rpcThatThrows(Rpc rpc, int callee) {
        rpc.call(callee, new Gather(), reply -> {
            throw new IllegalStateException("receiver");
        });
    }

    @Test
    void aProcedureMayReplyLater() {
        run(3, panda -> {
            ArrayDeque<Reply> waiting = new ArrayDeque<>();
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> waiting.add(reply.later()));
            if (panda.rank() > 0) {
                int[] result = new int[1];
                for (int i = 0; i < 20; i++) {
                    rpc.call(0, new Gather(), reply -> result[0] = reply.getInt());
                    assertEquals(i, result[0]);
                }
            } else {
                for (int i = 0; i < 20; i++) {
                    until(panda, () -> waiting.size() == 2);
                    Reply first = waiting.remove();
                    first.send(new Gather().putInt(i));
                    fails("answered twice", () -> first.send(new Gather()));
                    waiting.remove().send(new Gather().putInt(i));
                }
            }
        });
    }

    @Test
    void aTimeOutIsReportedAndNotRetried() {
        run(2, panda -> {
            List<Reply> held = new ArrayList<>();
            int[] ran = new int[1];
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> {
                ran[0]++;
                if (request.getInt() == 0) {
                    held.add(reply.later());
                } else {
                    reply.send(new Gather().putInt(ran[0]));
                }
            });
            int other = 1 - panda.rank();
            RpcTimeoutException late = assertThrows(
                    RpcTimeoutException.class,
                    () -> rpc.call(other, new Gather().putInt(0), reply -> assertTrue(false, "a late reply"), 0.003));
            assertTrue(late.getMessage().contains("within 0.003 s"), late.getMessage());
            panda.barrier();
            held.get(0).send(new Gather());
            panda.barrier();
            int[] result = new int[1];
            rpc.call(other, new Gather().putInt(1), reply -> result[0] = reply.getInt(), 50);
            assertEquals(2, result[0]);
            panda.barrier();
            assertEquals(2, ran[0]);
        });
    }

    @Test
    void aCallIsRefusedInsideAnUpcall() {
        run(2, panda -> {
            Rpc[] rpc = new Rpc[1];
            rpc[0] = panda.rpc(SERVICE, (request, reply) -> {
                fails("call() inside an upcall", () -> rpc[0].call(0, new Gather(), again -> {}));
                reply.send(new Gather());
            });
            fails("callee 2", () -> rpc[0].call(2, new Gather(), reply -> {}));
            rpc[0].call(1 - panda.rank(), new Gather(), reply -> {});
            panda.barrier();
        });
    }

    @Test
    void twoRanksCallEachOtherWithMoreThanTheirBuffersHold() {
        run(2, panda -> {
            int[] calls = new int[1];
            int[] answer = new int[1];
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> {
                byte[] data = new byte[request.remaining()];
                request.get(data, 0, data.length);
                calls[0]++;
                reply.send(new Gather().putInt(Arrays.hashCode(data)));
            });
            byte[] mine = new byte[8_000_000];
            Arrays.fill(mine, (byte) (1 + panda.rank()));
            panda.lci().barrier();
            rpc.call(1 - panda.rank(), new Gather().add(mine, 0, mine.length), reply -> answer[0] = reply.getInt());
            assertEquals(Arrays.hashCode(mine), answer[0]);
            until(panda, () -> calls[0] == 1);
        });
    }
}
