package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls as values: of a collective call whose arguments count, and what its methods are called; of all kinds, that they keep no memory of the program. */
class CollectiveCallTest {
    private static final int RANKS = 2;

    /** Whether the root sends and receives, and whether others do: {@code "root sr, others s"}. */
    private static String roles(Collective operation, boolean isInPlace) {
        CollectiveCall call = new CollectiveCall();
        call.isInPlace = isInPlace;
        return "root " + role(operation, call, true) + ", others " + role(operation, call, false);
    }

    private static String role(Collective operation, CollectiveCall call, boolean isRoot) {
        return (operation.sends(call, isRoot) ? "s" : "") + (operation.receives(call, isRoot) ? "r" : "");
    }

    @Test
    void whoseArgumentsCount() {
        assertEquals("root , others ", roles(Collective.BARRIER, false));
        assertEquals("root s, others r", roles(Collective.BCAST, false));
        for (Collective operation : List.of(Collective.GATHER, Collective.GATHERV, Collective.REDUCE)) {
            assertEquals("root sr, others s", roles(operation, false), operation.method());
            assertEquals("root r, others s", roles(operation, true), operation.method());
        }
        for (Collective operation : List.of(Collective.SCATTER, Collective.SCATTERV)) {
            assertEquals("root sr, others r", roles(operation, false), operation.method());
            assertEquals("root s, others r", roles(operation, true), operation.method());
        }
        for (Collective operation : List.of(Collective.ALLGATHER, Collective.ALLTOALLW, Collective.SCAN)) {
            assertEquals("root sr, others sr", roles(operation, false), operation.method());
            assertEquals("root r, others r", roles(operation, true), operation.method());
        }
    }

    /** Errors and listeners name a call by its method: each name is that of a method, and each operation has its three forms. */
    @Test
    void eachFormIsAMethodOfThatName() {
        Set<String> methods = Stream.of(Comm.class, Intracomm.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        for (Collective operation : Collective.values()) {
            Stream.of(operation.method(), operation.startMethod(), operation.prepareMethod())
                    .filter(name -> !methods.contains(name))
                    .forEach(missing::add);
        }
        assertEquals(List.of(), missing);
    }

    /** MPI has hints in each persistent collective operation: each method of one has a form with them, last. */
    @Test
    void eachPersistentFormTakesHints() throws Exception {
        Set<String> names = Arrays.stream(Collective.values())
                .map(Collective::prepareMethod)
                .collect(Collectors.toSet());
        List<Method> all = Stream.of(Comm.class, Intracomm.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && names.contains(method.getName()))
                .toList();
        assertEquals(names, all.stream().map(Method::getName).collect(Collectors.toSet()));
        List<String> lacking = new ArrayList<>();
        for (Method method : all) {
            Class<?>[] types = method.getParameterTypes();
            if (types.length == 0 || types[types.length - 1] != Info.class) {
                Class<?>[] withInfo = Arrays.copyOf(types, types.length + 1);
                withInfo[types.length] = Info.class;
                if (Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
                        .noneMatch(other -> other.getName().equals(method.getName())
                                && Arrays.equals(other.getParameterTypes(), withInfo))) {
                    lacking.add(method.toString());
                }
            }
        }
        assertEquals(List.of(), lacking);
    }

    private static void noMemoryIsKept(Comm comm) {
        CollectiveCall call = comm.runtime.collectiveCall();
        assertSame(call, comm.runtime.collectiveCall(), "one for all calls of a thread");
        for (Side side : List.of(call.sent, call.received)) {
            assertNull(side.buffer);
            assertNull(side.counts);
            assertNull(side.displs);
            assertNull(side.types);
        }
    }

    @Test
    void nothingIsKeptOnceACallHasEnded() {
        int[] ones = {1, 1};
        int[] places = {0, 1};
        int[] bytes = {0, 4};
        Datatype[] types = {MPI.INT, MPI.INT};
        List<Consumer<Intracomm>> calls = List.of(
                world -> world.gather(new int[1], 1, MPI.INT, new int[RANKS], 1, MPI.INT, 0),
                world -> world.allGatherv(new int[1], 1, MPI.INT, new int[RANKS], ones, places, MPI.INT),
                world -> world.allToAllw(new int[RANKS], ones, bytes, types, new int[RANKS], ones, bytes, types),
                world -> world.reduceScatter(new int[RANKS], new int[1], ones, MPI.INT, MPI.SUM),
                world -> world.iBcast(new int[1], 1, MPI.INT, 0).waitFor(),
                world -> world.allReduceInit(new int[1], new int[1], 1, MPI.INT, MPI.SUM)
                        .free());
        mpirun(RANKS, (world, job) -> {
            for (Consumer<Intracomm> call : calls) {
                call.accept(world);
                noMemoryIsKept(world);
            }
        });
    }

    /** The same of the other kinds of calls. */
    @Test
    void nothingIsKeptOnceAMessageOrAnOperationOnAWindowHasEnded() {
        mpirun(RANKS, (world, job) -> {
            int peer = 1 - world.getRank();
            world.sendRecv(new int[1], 1, MPI.INT, peer, 0, new int[1], 1, MPI.INT, peer, 0);
            world.iSendRecvReplace(new int[1], 1, MPI.INT, peer, 0, peer, 0).waitFor();
            world.sSendInit(new int[1], 1, MPI.INT, peer, 0).free();
            MessageCall message = world.runtime.messageCall();
            assertNull(message.sent.buffer);
            assertNull(message.received.buffer);
            try (Win win = new Win(new int[RANKS], RANKS, 1, MPI.INFO_NULL, world)) {
                win.fence(0);
                win.put(new int[1], 1, MPI.INT, peer, 0, 1, MPI.INT);
                win.compareAndSwap(new int[1], new int[1], new int[1], MPI.INT, peer, 1);
                win.fence(0);
            }
            WindowCall operation = world.runtime.windowCall();
            assertNull(operation.sent.buffer);
            assertNull(operation.received.buffer);
            assertNull(operation.compared);
        });
    }

    @Test
    void nothingIsKeptOfACallThatFails() {
        mpirun(RANKS, (world, job) -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertThrows(MPIException.class, () -> world.bcast(new int[1], 1, MPI.INT, RANKS));
            noMemoryIsKept(world);
            assertThrows(MPIException.class, () -> world.iGather(new int[1], 2, MPI.INT, 0));
            noMemoryIsKept(world);
            // The next call is as if there had been none.
            int[] all = new int[RANKS];
            world.allGather(new int[] {world.getRank() + 1}, 1, MPI.INT, all, 1, MPI.INT);
            assertEquals(List.of(1, 2), Arrays.stream(all).boxed().toList());
        });
    }
}
