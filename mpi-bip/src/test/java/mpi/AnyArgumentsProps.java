package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Whatever arguments a call gets, right ones and wrong ones, it does its work or throws an {@link MPIException}: no
 * other exception comes out of the library.
 */
class AnyArgumentsProps {
    private static final int CALLS = Boolean.getBoolean("bipj.deep") ? 1500 : 60;

    /** What ends the job, what every object has, what fills the disk, what throws as futures do, and what makes all later calls errors. */
    private static final Set<String> LEFT_OUT = Set.of(
            "abort",
            "Abort",
            "wait",
            "notify",
            "notifyAll",
            "getClass",
            "equals",
            "preallocate",
            "revoke",
            "get",
            "state",
            "resultNow",
            "exceptionNow");

    private static final List<Method> METHODS = Stream.of(
                    Intracomm.class,
                    CartComm.class,
                    Request.class,
                    Prequest.class,
                    Status.class,
                    Message.class,
                    Datatype.class,
                    Group.class,
                    Op.class,
                    Info.class,
                    File.class)
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .filter(method -> !method.isSynthetic() && !LEFT_OUT.contains(method.getName()))
            .distinct()
            .sorted(Comparator.comparing(Method::toString))
            .toList();

    @Property(tries = 80)
    void nothingButAnMpiExceptionComesOut(@ForAll long seed) throws IOException {
        assertTrue(METHODS.size() > 200, "methods were found: " + METHODS.size());
        Path path = Files.createTempFile("bipj", ".any");
        try {
            mpirun(1, (world, job) -> {
                Choice choice = new Choice(seed, world, path.toString());
                for (int i = 0; i < CALLS; i++) {
                    choice.call(METHODS.get(choice.random.nextInt(METHODS.size())));
                }
                choice.file.close();
            });
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** Arguments by chance. */
    private static final class Choice {
        final Random random;
        private final Intracomm world;
        private final Intracomm freed;
        private final List<Datatype> types;
        private final List<Group> groups;
        private final List<Op> ops;
        private final String path;
        private Intracomm comm;
        private CartComm cart;
        private File file;

        Choice(long seed, Intracomm world, String path) {
            random = new Random(seed);
            this.world = world;
            this.path = path;
            freed = world.dup();
            freed.free();
            Datatype open = Datatype.createVector(2, 1, 3, Predefined.INT);
            Datatype gone = Datatype.createContiguous(2, Predefined.INT);
            gone.free();
            types = List.of(
                    Predefined.INT,
                    Predefined.BYTE,
                    Predefined.DOUBLE,
                    Predefined.SHORT_INT,
                    Predefined.DATATYPE_NULL,
                    open,
                    gone,
                    committed(Datatype.createContiguous(0, Predefined.INT)),
                    committed(Datatype.createHIndexed(new int[] {1, 1}, new int[] {-8, 4}, Predefined.INT)),
                    committed(Datatype.createResized(Predefined.INT, 0, -4)),
                    committed(Datatype.createContiguous(Integer.MAX_VALUE, Predefined.DOUBLE)),
                    Predefined.OBJECT,
                    Datatype.Vector(2, 1, -2, Predefined.OBJECT),
                    Datatype.Contiguous(Integer.MAX_VALUE, Predefined.OBJECT),
                    Datatype.Hvector(2, 1, 3, Predefined.INT),
                    Predefined.INT2,
                    Predefined.DOUBLE2,
                    Predefined.UB);
            Group empty = world.getGroup();
            empty.free();
            groups = List.of(MPI.GROUP_EMPTY, world.getGroup(), empty);
            Op away = new Op(new UserFunction() {}, true);
            away.free();
            Op second = new Op(
                    new User_function() {
                        @Override
                        public void Call(Object in, int inAt, Object inOut, int inOutAt, int count, Datatype type) {
                            type.Extent();
                        }
                    },
                    false);
            ops = List.of(
                    Predefined.SUM,
                    Predefined.MINLOC,
                    Predefined.BAND,
                    Predefined.LAND,
                    Predefined.NO_OP,
                    away,
                    second);
        }

        private static Datatype committed(Datatype type) {
            type.commit();
            return type;
        }

        void call(Method method) {
            if (comm == null || comm.isNull() || cart.isNull()) {
                comm = world.dup();
                cart = world.createCart(new int[] {1, 1}, new boolean[] {true, false}, false);
            }
            if (file == null || file.isClosed()) {
                file = new File(world, path, MPI.MODE_RDWR | MPI.MODE_CREATE);
            }
            Object self = of(method.getDeclaringClass(), false);
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> of(type, true))
                    .toArray();
            if (!method.getDeclaringClass().isInstance(self)) {
                self = cart;
            }
            try {
                method.invoke(self, arguments);
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof MPIException)) {
                    fail(method + " of " + Arrays.deepToString(arguments), e.getCause());
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }

        private <T> T any(List<T> list) {
            return list.get(random.nextInt(list.size()));
        }

        private int number() {
            return switch (random.nextInt(12)) {
                case 0 -> -1;
                case 1 -> -2;
                case 2 -> Integer.MIN_VALUE;
                case 3 -> 3;
                case 4, 5 -> 1;
                case 9 -> 7;
                case 10 -> 1 << 28;
                case 11 -> Integer.MAX_VALUE;
                default -> 0;
            };
        }

        private Object of(Class<?> type, boolean isArgument) {
            if (isArgument && !type.isPrimitive() && random.nextInt(8) == 0) {
                return null;
            }
            if (type.isArray()) {
                Object array = Array.newInstance(type.getComponentType(), random.nextInt(4));
                for (int i = 0; i < Array.getLength(array); i++) {
                    Array.set(array, i, of(type.getComponentType(), true));
                }
                return array;
            }
            return switch (type.getSimpleName()) {
                case "int" -> number();
                case "long" -> (long) number();
                case "boolean" -> random.nextBoolean();
                case "byte" -> (byte) number();
                case "String" -> random.nextBoolean() ? "" : "text";
                case "Datatype" -> any(types);
                case "Group" -> any(groups);
                case "Op" -> any(ops);
                case "Info" -> random.nextBoolean() ? MPI.INFO_NULL : new Info();
                case "Errhandler" -> MPI.ERRORS_RETURN;
                case "Count" -> new Count(number());
                case "Status" -> comm.recv(null, 0, Predefined.INT, MPI.PROC_NULL, 0);
                case "Message" -> message();
                case "Request" -> request();
                case "Class" -> any(List.of(String.class, Integer.class, int.class));
                case "List" -> any(List.of(List.of(), List.of(1), List.of(new Object())));
                case "BinaryOperator" -> (BinaryOperator<Object>) (a, b) -> a;
                case "MemorySegment" -> MemorySegment.ofArray(new byte[40]);
                case "ObjectCodec" -> ObjectCodec.serialization(random.nextBoolean() ? "!*" : "*");
                case "Prequest" -> persistent();
                case "CartComm" -> cart;
                case "File" -> file;
                case "Object" -> buffer();
                default -> Comm.class.isAssignableFrom(type) ? any(List.of(comm, cart, freed)) : null;
            };
        }

        private Message message() {
            Message message = new Message();
            if (random.nextBoolean()) {
                message.imProbe(MPI.PROC_NULL, 0, comm);
            }
            return message;
        }

        /** One that can be waited for. */
        private Request request() {
            return switch (random.nextInt(5)) {
                case 0 -> MPI.REQUEST_NULL;
                case 2 -> comm.iBarrier();
                case 3 -> persistent();
                case 1 -> comm.iSend(new int[3], random.nextInt(3), Predefined.INT, 0, 0);
                default -> comm.iRecv(new int[1], 1, Predefined.INT, MPI.PROC_NULL, 0);
            };
        }

        private Prequest persistent() {
            Prequest request = random.nextBoolean()
                    ? comm.barrierInit()
                    : comm.recvInit(new int[1], 1, Predefined.INT, MPI.PROC_NULL, 0);
            if (random.nextBoolean()) {
                request.start();
            }
            return request;
        }

        private Object buffer() {
            return any(List.of(
                    new int[8],
                    new byte[64],
                    new double[4],
                    new boolean[16],
                    new int[0],
                    ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder()),
                    ByteBuffer.allocate(32),
                    ByteBuffer.allocate(64).asLongBuffer(),
                    IntBuffer.allocate(9).asReadOnlyBuffer(),
                    MemorySegment.ofArray(new byte[40]),
                    "no buffer",
                    new Object[2],
                    new String[] {"a", "b", "c"},
                    new Object[] {new Object()}));
        }
    }
}
