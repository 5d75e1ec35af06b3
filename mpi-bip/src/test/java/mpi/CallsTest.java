package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bipj.mpi.call.CallForms;
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
            CallForms forms = new CallForms() {
                @Override
                public void made(Object handle) {
                    lines.add("made " + handle.getClass().getSimpleName());
                }

                @Override
                public <R> R other(Object handle, String method, Supplier<R> call) {
                    return around(
                            handle.getClass().getSimpleName() + "." + method, () -> super.other(handle, method, call));
                }
            };
            return new Calls(requests, forms);
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
    void requests() {
        List<String> lines = seen(world -> {
            int other = 1 - world.getRank();
            world.send(new int[1], 1, MPI.INT, other, 0);
            Request request = world.iRecv(new int[1], 1, MPI.INT, other, 0);
            request.waitFor();
            world.recv(new int[0], 0, MPI.INT, MPI.PROC_NULL, 0);
            Request.waitAll(new Request[] {null, request});
        });
        assertEquals(List.of("waitFor", "done", "waitAll", "done"), lines);
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
            assertThrows(MPIException.class, () -> world.setAttr(MPI.KEYVAL_INVALID, "a"));
        });
        assertEquals(List.of("Intracomm.setAttr", "EngineException"), lines);
    }
}
