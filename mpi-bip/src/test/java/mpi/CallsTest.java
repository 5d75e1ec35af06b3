package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.rma.Window;
import org.junit.jupiter.api.Test;

/** What stands behind a rank's handles can be replaced by what sees each call before and after; other ranks keep theirs. */
class CallsTest {
    private static final int RANKS = 2;

    /** The calls of one rank: each adds a line before and after. */
    private static final class Seen {
        final List<String> lines = new ArrayList<>();

        <R> R around(String call, Supplier<R> plain) {
            lines.add(call);
            try {
                R result = plain.get();
                lines.add(result == null ? "done" : result.getClass().getSimpleName());
                return result;
            } catch (RuntimeException e) {
                lines.add(e.getClass().getSimpleName());
                throw e;
            }
        }

        void around(String call, Runnable plain) {
            around(call, () -> {
                plain.run();
                return null;
            });
        }

        Calls calls() {
            PointToPointCalls pointToPoint = new PointToPointCalls() {
                @Override
                void send(Comm comm, CommCore c, Object buf, int count, Datatype type, int dest, int tag) {
                    around("send " + count + " to " + dest, () -> super.send(comm, c, buf, count, type, dest, tag));
                }

                @Override
                Status recv(Comm comm, CommCore c, Object buf, int count, Datatype type, int source, int tag) {
                    return around("recv", () -> super.recv(comm, c, buf, count, type, source, tag));
                }

                @Override
                Request iRecv(Comm comm, CommCore c, Object buf, int count, Datatype type, int source, int tag) {
                    return around("iRecv", () -> super.iRecv(comm, c, buf, count, type, source, tag));
                }
            };
            RequestCalls requests = new RequestCalls() {
                @Override
                void waitFor(Request request) {
                    around("waitFor", () -> super.waitFor(request));
                }

                @Override
                void waitAll(Request[] all) {
                    around("waitAll", () -> super.waitAll(all));
                }
            };
            WindowCalls windows = new WindowCalls() {
                @Override
                void flush(Win win, Window w, int rank) {
                    around("flush", () -> super.flush(win, w, rank));
                }
            };
            CallForms forms = new CallForms() {
                @Override
                void made(Object handle) {
                    lines.add("made " + handle.getClass().getSimpleName());
                }

                @Override
                <R> R other(Object handle, String method, Supplier<R> call) {
                    return around(
                            handle.getClass().getSimpleName() + "." + method, () -> super.other(handle, method, call));
                }
            };
            return new Calls(pointToPoint, requests, windows, forms);
        }
    }

    /** Runs a program on two ranks, and returns what the first one's calls were. */
    private static List<String> seen(Consumer<Intracomm> program) {
        Seen seen = new Seen();
        mpirun(RANKS, (world, job) -> {
            if (job.rank() == 0) {
                world.runtime.use(seen.calls());
            }
            program.accept(world);
            world.runtime.use(Calls.PLAIN);
        });
        return seen.lines;
    }

    @Test
    void messagesAndRequests() {
        List<String> lines = seen(world -> {
            int other = 1 - world.getRank();
            world.send(new int[1], 1, MPI.INT, other, 0);
            Request request = world.iRecv(new int[1], 1, MPI.INT, other, 0);
            request.waitFor();
            world.recv(new int[0], 0, MPI.INT, MPI.PROC_NULL, 0);
            Request.waitAll(new Request[] {null, request});
        });
        assertEquals(
                List.of(
                        "send 1 to 1",
                        "done",
                        "iRecv",
                        "Request",
                        "waitFor",
                        "done",
                        "recv",
                        "Status",
                        "waitAll",
                        "done"),
                lines);
    }

    @Test
    void callsOnOtherHandles() {
        List<String> lines = seen(world -> {
            try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, world)) {
                win.fence(0);
            }
        });
        assertEquals(List.of("made Win", "Win.fence", "done", "Win.free", "Intracomm.free", "done", "done"), lines);
    }

    @Test
    void errorsAreSeenBeforeTheErrorHandler() {
        List<String> lines = seen(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertThrows(MPIException.class, () -> world.send(new int[1], 1, MPI.INT, 9, 0));
        });
        assertEquals(List.of("send 1 to 9", "EngineException"), lines);
    }
}
