package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The methods of mpiJava 1.2 with OBJECT, and beside it datatypes and buffers that do not fit: every call does its work
 * or throws an {@link MPIException}.
 */
class DialectArgumentsTest {
    private static final List<Method> METHODS = Stream.of(Intracomm.class.getMethods())
            .filter(method -> !method.isSynthetic()
                    && Character.isUpperCase(method.getName().charAt(0)))
            .filter(method -> List.of(method.getParameterTypes()).contains(Datatype.class))
            .toList();

    private final List<Object> types = Arrays.asList(
            Predefined.OBJECT,
            Datatype.Vector(2, 1, -2, Predefined.OBJECT),
            Predefined.INT,
            Predefined.DATATYPE_NULL,
            null);
    private final List<Object> buffers =
            Arrays.asList(null, ByteBuffer.allocate(64).asLongBuffer(), new int[8], new Object[4]);
    private final List<Object> ops = Arrays.asList(null, Predefined.SUM, new Op(new UserFunction() {}, true));

    @Test
    void anotherTypeBesideOneOfObjectsIsAnErrorWithEveryBuffer() {
        mpirun(1, (world, job) -> {
            Object longs = ByteBuffer.allocate(64).asLongBuffer();
            for (Datatype type : Arrays.asList(null, Predefined.DATATYPE_NULL, Predefined.INT)) {
                MPIException e = assertThrows(
                        MPIException.class, () -> world.Alltoall(longs, 0, 0, Predefined.OBJECT, null, 0, 1, type));
                assertTrue(e.getMessage().contains(": the datatype is " + name(type)), e.getMessage());
            }
        });
    }

    private static String name(Datatype type) {
        return type == null ? "null" : type + "; expected OBJECT";
    }

    @Test
    void withoutDataEveryBufferAndOffsetWillDo() {
        mpirun(1, (world, job) -> {
            Object direct = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
            Object readOnly = IntBuffer.allocate(9).asReadOnlyBuffer();
            Datatype nothing = Datatype.Contiguous(0, Predefined.INT);
            nothing.Commit();
            for (Object buf : List.of(direct, readOnly, new float[3], new char[0])) {
                for (int offset : new int[] {0, 7, Integer.MAX_VALUE}) {
                    Request receive = world.Irecv(buf, offset, 0, Predefined.INT, 0, 5);
                    world.Send(buf, offset, 0, Predefined.INT, 0, 5);
                    assertEquals(0, receive.Wait().Get_count(Predefined.INT));
                    world.Isend(buf, offset, 2, nothing, 0, 6).Wait();
                    assertEquals(0, world.Recv(buf, offset, 2, nothing, 0, 6).Get_count(Predefined.INT));
                }
            }
        });
    }

    @Test
    void nothingButAnMpiExceptionComesOut() {
        assertTrue(METHODS.size() > 30, "methods were found: " + METHODS.size());
        mpirun(1, (world, job) -> METHODS.forEach(method -> call(world, method, new ArrayList<>())));
    }

    /** Calls a method with all arguments that begin with these. */
    private void call(Intracomm comm, Method method, List<Object> arguments) {
        Class<?>[] parameters = method.getParameterTypes();
        if (arguments.size() == parameters.length) {
            call(comm, method, arguments.toArray());
            return;
        }
        for (Object value : values(method, parameters, arguments.size())) {
            List<Object> more = new ArrayList<>(arguments);
            more.add(value);
            call(comm, method, more);
        }
    }

    private List<Object> values(Method method, Class<?>[] parameters, int index) {
        Class<?> before = index == 0 ? null : parameters[index - 1];
        Class<?> next = index == parameters.length - 1 ? null : parameters[index + 1];
        return switch (parameters[index].getSimpleName()) {
            case "Object" -> buffers;
            case "Datatype" -> types;
            case "Op" -> ops;
            case "byte[]" -> Arrays.asList(null, new byte[16]);
            case "int[]" ->
                before == int[].class ? List.of(new int[1]) : Arrays.asList(null, new int[] {0}, new int[] {1});
            case "Datatype[]" -> List.of(new Datatype[] {Predefined.OBJECT}, new Datatype[1]);
            // A count.
            case "int" -> next == Datatype.class ? List.of(0, 1, -1) : List.of(rank(method, parameters, index));
            default -> throw new AssertionError("no values of " + parameters[index] + " for " + method);
        };
    }

    /** A rank with which a call of one rank ends; 0 for an offset, tag or root. */
    private static int rank(Method method, Class<?>[] parameters, int index) {
        int first = index;
        while (first > 0 && parameters[first] == int.class) {
            first--;
        }
        boolean isRank = parameters[first] == Datatype.class
                && method.getDeclaringClass() == Comm.class
                && (index - first) % 2 == 1;
        return isRank ? MPI.PROC_NULL : 0;
    }

    private static void call(Intracomm comm, Method method, Object[] arguments) {
        try {
            Object result = method.invoke(comm, arguments);
            if (result instanceof Prequest request) {
                request.Start();
            }
            if (result instanceof Request request) {
                request.Wait();
            }
        } catch (InvocationTargetException e) {
            if (!(e.getCause() instanceof MPIException)) {
                fail(method + " of " + Arrays.deepToString(arguments), e.getCause());
            }
        } catch (MPIException e) {
            assertTrue(e.getErrorClass() != 0);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
