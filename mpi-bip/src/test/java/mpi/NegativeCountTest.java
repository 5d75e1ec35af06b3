package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A negative count is an error of class COUNT in every method that has one, of both dialects: the methods are found by the
 * names of their parameters, each count is made negative alone, and all other arguments are right.
 */
class NegativeCountTest {
    private static final Set<String> COUNTS = Set.of(
            "count", "incount", "outcount", "sendcount", "recvcount", "originCount", "targetCount", "resultCount");
    private static final Set<String> ARRAYS = Set.of("counts", "sendcount", "recvcount", "sendcounts", "recvcounts");

    private static List<Method> methods(Class<?>... types) {
        return Arrays.stream(types)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> !method.isSynthetic())
                .distinct()
                .toList();
    }

    private static boolean isCount(Parameter parameter) {
        Class<?> type = parameter.getType();
        return (type == int.class || type == Count.class) && COUNTS.contains(parameter.getName())
                || (type == int[].class || type == Count[].class) && ARRAYS.contains(parameter.getName());
    }

    /** What the methods are called on. */
    private static final class Calls {
        final List<Object> handles = new ArrayList<>();
        /** Rank of the messages and windows. */
        int peer;

        int tried;
        final List<String> wrong = new ArrayList<>();

        void tryAll(List<Method> methods) {
            for (Method method : methods) {
                Parameter[] parameters = method.getParameters();
                for (int i = 0; i < parameters.length; i++) {
                    if (isCount(parameters[i])) {
                        call(method, i, -1);
                        call(method, i, Integer.MIN_VALUE);
                        tried++;
                    }
                }
            }
        }

        private void call(Method method, int negative, int count) {
            Parameter[] parameters = method.getParameters();
            Object[] arguments = new Object[parameters.length];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = argument(parameters[i], i == negative ? count : 1);
            }
            Object self = Modifier.isStatic(method.getModifiers()) ? null : handle(method.getDeclaringClass());
            String what = method + " of " + Arrays.deepToString(arguments);
            try {
                method.invoke(self, arguments);
                wrong.add(what + " is no error");
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof MPIException error)
                        || error.getErrorClass() != MPI.ERR_COUNT
                        || !error.getMessage().matches("(?s).*ount(s?\\[0])? is " + count + ".*")) {
                    wrong.add(what + ": " + e.getCause());
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }

        void check(int atLeast) {
            assertTrue(wrong.isEmpty(), () -> wrong.size() + " wrong:\n" + String.join("\n", wrong));
            assertTrue(tried >= atLeast, "calls: " + tried);
        }

        private Object handle(Class<?> type) {
            return handles.stream()
                    .filter(type::isInstance)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + type));
        }

        private Object argument(Parameter parameter, int count) {
            String name = parameter.getName();
            return switch (parameter.getType().getSimpleName()) {
                case "int" -> number(name, count);
                case "int[]" -> ARRAYS.contains(name) ? new int[] {count, 1} : new int[] {0, 1};
                case "Count[]" ->
                    ARRAYS.contains(name)
                            ? new Count[] {new Count(count), new Count(1)}
                            : new Count[] {new Count(0), new Count(1)};
                case "String" -> "external32";
                case "long" -> 0L;
                case "boolean" -> false;
                case "Count" -> new Count(name.equals("targetDisp") ? 0 : count);
                case "Object" -> isOut(name) ? new int[] {1, 2, 3, 4, 5, 6, 7, 8} : new int[8];
                case "byte[]" -> new byte[64];
                case "ByteBuffer" -> ByteBuffer.allocateDirect(64);
                case "MemorySegment" -> MemorySegment.ofArray(new byte[64]);
                case "Datatype" -> Predefined.INT;
                case "Datatype[]" -> new Datatype[] {Predefined.INT, Predefined.INT};
                case "Op" -> Predefined.SUM;
                case "Info" -> MPI.INFO_NULL;
                case "Comm" -> handle(CartComm.class);
                case "Status" -> ((Comm) handle(Comm.class)).recv(null, 0, Predefined.INT, MPI.PROC_NULL, 0);
                default -> throw new AssertionError("no value of " + parameter);
            };
        }

        private static boolean isOut(String name) {
            return name.startsWith("recv") || name.equals("result");
        }

        private int number(String name, int count) {
            return switch (name) {
                case "dest", "source", "target" -> peer;
                default -> COUNTS.contains(name) ? count : 0;
            };
        }
    }

    @Test
    void aNegativeCountIsAnErrorOfItsClass() throws IOException {
        Path path = Files.createTempFile("bipj", ".counts");
        try {
            mpirun(1, (world, job) -> {
                world.setErrhandler(MPI.ERRORS_RETURN);
                Calls calls = new Calls();
                CartComm cart = world.createCart(new int[] {1}, new boolean[] {true}, false);
                File file = new File(world, path.toString(), MPI.MODE_RDWR | MPI.MODE_CREATE);
                Win win = new Win(new int[8], 8, 1, MPI.INFO_NULL, world);
                win.setErrhandler(MPI.ERRORS_RETURN);
                win.fence(0);
                Message message = new Message();
                message.imProbe(MPI.PROC_NULL, 0, world);
                Status status = world.recv(null, 0, Predefined.INT, MPI.PROC_NULL, 0);
                calls.handles.addAll(List.of(cart, file, win, message, status, Predefined.INT));
                List<Method> methods = methods(
                                CartComm.class,
                                Intracomm.class,
                                Win.class,
                                File.class,
                                Datatype.class,
                                Message.class,
                                Status.class)
                        .stream()
                        .filter(method -> !isForOthersThanTheRoot(method))
                        .toList();
                calls.tryAll(methods);
                calls.peer = MPI.PROC_NULL;
                calls.tryAll(methods.stream()
                        .filter(method -> Stream.of(method.getParameters())
                                .anyMatch(
                                        p -> Set.of("dest", "source", "target").contains(p.getName())))
                        .toList());
                calls.check(250);
                win.fence(0);
                win.free();
                file.close();
            });
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** Each rank is a group of its own; what is significant at the root only is checked there. */
    @Test
    void betweenGroupsToo() {
        mpirun(2, (world, job) -> {
            int me = world.getRank();
            Intracomm alone = world.split(me, 0);
            Intercomm inter = world.createIntercomm(alone, 0, 1 - me, 5);
            inter.setErrhandler(MPI.ERRORS_RETURN);
            Calls calls = new Calls();
            calls.handles.add(inter);
            int[] data = new int[8];
            List<Method> methods = methods(Intercomm.class).stream()
                    .filter(method -> !method.getName().matches("(?i).*(neighbor|scan|reduceScatterBlock).*"))
                    .filter(method -> Stream.of(method.getParameters())
                            .noneMatch(p -> p.getName().equals("root")
                                    || p.getType() == Status.class
                                    || p.getType() == byte[].class))
                    .filter(method -> !isInPlace(method))
                    .toList();
            calls.tryAll(methods);
            calls.check(50);
            if (me == 0) {
                for (int count : new int[] {-1, Integer.MIN_VALUE}) {
                    count(() -> inter.bcast(data, count, Predefined.INT, MPI.ROOT));
                    count(() -> inter.iBcast(data, count, Predefined.INT, MPI.ROOT));
                    count(() -> inter.reduce(null, data, count, Predefined.INT, Predefined.SUM, MPI.ROOT));
                    count(() -> inter.gather(null, 0, Predefined.INT, data, count, Predefined.INT, MPI.ROOT));
                    count(() -> inter.scatter(data, count, Predefined.INT, null, 0, Predefined.INT, MPI.ROOT));
                }
            } else {
                count(() -> inter.bcast(data, -1, Predefined.INT, 0));
                count(() -> inter.gather(data, -1, Predefined.INT, null, 0, Predefined.INT, 0));
                count(() -> inter.scatter(null, 0, Predefined.INT, data, -3, Predefined.INT, 0));
            }
            world.barrier();
        });
    }

    /** The forms that only ranks other than the root call. */
    private static boolean isForOthersThanTheRoot(Method method) {
        return method.getName().matches("(?i)i?(gatherv|scatterv)(init)?")
                && Stream.of(method.getParameterTypes())
                                .filter(type -> type != Info.class)
                                .count()
                        == 4;
    }

    @Test
    void ofTheFormsForOthersThanTheRoot() {
        mpirun(2, (world, job) -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            Calls calls = new Calls();
            calls.handles.add(world);
            if (world.getRank() == 1) {
                calls.tryAll(methods(Intracomm.class).stream()
                        .filter(NegativeCountTest::isForOthersThanTheRoot)
                        .toList());
                calls.check(6);
            }
            world.barrier();
        });
    }

    /** Of the forms of a collective those in place have one buffer; between groups there is no such form. */
    private static boolean isInPlace(Method method) {
        boolean moves =
                method.getName().matches("(?i)i?(all(gather|reduce|toall).*|reduce.*|gather.*|scatter.*)(init)?");
        return moves
                && Stream.of(method.getParameters())
                                .filter(p -> p.getType() == Object.class)
                                .count()
                        < 2;
    }

    private static void count(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            assertEquals(MPI.ERR_COUNT, e.getErrorClass(), e.getMessage());
            return;
        }
        fail("a negative count is no error");
    }
}
