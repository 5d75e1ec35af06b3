package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each public method of the first dialect that has a count, or a displacement, as an int has a form in which all of them are
 * {@link Count}. They are found by the names of their parameters.
 */
class LargeCountTest {
    private static final List<Class<?>> CLASSES = List.of(
            Comm.class,
            Intracomm.class,
            Intercomm.class,
            CartComm.class,
            GraphComm.class,
            Message.class,
            Win.class,
            File.class,
            Datatype.class,
            Status.class);

    private static final Set<String> NUMBERS = Set.of(
            "count",
            "incount",
            "outcount",
            "sendcount",
            "recvcount",
            "originCount",
            "targetCount",
            "resultCount",
            "targetDisp",
            "counts",
            "recvcounts",
            "sendcounts",
            "displs",
            "sdispls",
            "rdispls",
            "blockLength",
            "blockLengths",
            "displacements",
            "stride",
            "lb",
            "extent",
            "sizes",
            "subSizes",
            "starts",
            "gsizes");

    /** What needs none, and why. */
    private static final Set<String> EXCEPTIONS = Set.of(
            // Into and out of arrays of bytes, which hold no more than an int counts; the forms with segments have one.
            "Comm.pack(Object,int,Datatype,byte[],int)",
            "Comm.unpack(byte[],int,Object,int,Datatype)",
            "Datatype.packExternal(String,Object,int,byte[],int)",
            "Datatype.unpackExternal(String,byte[],int,Object,int)",
            // setElementsX.
            "Status.setElements(Datatype,int)");

    private static boolean isOfFirstDialect(Executable one) {
        return one.getName().matches("[a-z].*") && !one.isSynthetic();
    }

    private static boolean isNumber(Parameter parameter) {
        Class<?> type = parameter.getType();
        return (type == int.class || type == int[].class) && NUMBERS.contains(parameter.getName());
    }

    private static Class<?> large(Parameter parameter) {
        if (!isNumber(parameter)) {
            return parameter.getType();
        }
        return parameter.getType() == int.class ? Count.class : Count[].class;
    }

    private static boolean hasLargeForm(Executable one) {
        Class<?>[] wanted =
                Arrays.stream(one.getParameters()).map(LargeCountTest::large).toArray(Class<?>[]::new);
        return Stream.of(one.getDeclaringClass().getMethods())
                .anyMatch(other -> other.getName().equals(one.getName())
                        && Arrays.equals(other.getParameterTypes(), wanted)
                        && Modifier.isStatic(other.getModifiers()) == Modifier.isStatic(one.getModifiers()));
    }

    private static String text(Executable one) {
        List<String> types = new ArrayList<>();
        for (Class<?> type : one.getParameterTypes()) {
            types.add(type.getSimpleName());
        }
        return one.getDeclaringClass().getSimpleName() + "." + one.getName() + "(" + String.join(",", types) + ")";
    }

    @Test
    void everyMethodWithACountHasAFormForLargeOnes() {
        Set<String> missing = new TreeSet<>();
        int found = 0;
        for (Class<?> type : CLASSES) {
            for (Executable one : type.getDeclaredMethods()) {
                boolean counts = Modifier.isPublic(one.getModifiers())
                        && isOfFirstDialect(one)
                        && Stream.of(one.getParameters()).anyMatch(LargeCountTest::isNumber);
                found += counts ? 1 : 0;
                if (counts && !hasLargeForm(one)) {
                    missing.add(text(one));
                }
            }
        }
        assertEquals(new TreeSet<>(EXCEPTIONS), missing);
        assertTrue(found > 180, found + " methods with counts");
    }
}
