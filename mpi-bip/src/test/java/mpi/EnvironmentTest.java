package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What needs no job: buffers, slices, info objects, counts, versions. */
class EnvironmentTest {
    @Test
    void newBuffersAreDirectAndInTheMachinesOrder() {
        assertTrue(MPI.newByteBuffer(3).isDirect());
        assertEquals(ByteOrder.nativeOrder(), MPI.newByteBuffer(3).order());
        assertEquals(5, MPI.newCharBuffer(5).capacity());
        assertEquals(5, MPI.newShortBuffer(5).capacity());
        assertEquals(5, MPI.newIntBuffer(5).capacity());
        assertEquals(5, MPI.newLongBuffer(5).capacity());
        assertEquals(5, MPI.newFloatBuffer(5).capacity());
        assertEquals(ByteOrder.nativeOrder(), MPI.newDoubleBuffer(5).order());
    }

    @Test
    void aCapacityThatNoBufferHasIsNamed() {
        assertCapacity("MPI.newByteBuffer: capacity is -1; expected 0 to 2147483647", () -> MPI.newByteBuffer(-1));
        assertCapacity("newCharBuffer: capacity is 1073741824;", () -> MPI.newCharBuffer(1 << 30));
        assertCapacity("newShortBuffer: capacity is 1073741824;", () -> MPI.newShortBuffer(1 << 30));
        assertCapacity("newIntBuffer: capacity is -2147483648;", () -> MPI.newIntBuffer(Integer.MIN_VALUE));
        assertCapacity(
                "newLongBuffer: capacity is 268435456; expected 0 to 268435455", () -> MPI.newLongBuffer(1 << 28));
        assertCapacity("newFloatBuffer: capacity is -3;", () -> MPI.newFloatBuffer(-3));
        assertCapacity("newDoubleBuffer: capacity is 2147483647;", () -> MPI.newDoubleBuffer(Integer.MAX_VALUE));
    }

    private static void assertCapacity(String message, Executable allocation) {
        MPIException refused = assertThrows(MPIException.class, allocation);
        assertEquals(MPI.ERR_ARG, refused.getErrorClass());
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void anIndexThatNoMemoryHasIsNotTakenForAnother() {
        double[] doubles = {1, 2};
        float[] floats = {1, 2};
        assertEquals(2, DoubleComplex.get(doubles, 0).getImag());
        for (int index : new int[] {Integer.MIN_VALUE, -1, 1 << 30}) {
            assertIndex("DoubleComplex.get: index is " + index, () -> DoubleComplex.get(doubles, index));
            assertIndex("FloatComplex.get: index is " + index, () -> FloatComplex.get(floats, index));
        }
        ByteBuffer pairs = MPI.newByteBuffer(16);
        for (int index : new int[] {Integer.MIN_VALUE, -1, 1 << 29}) {
            assertIndex("Struct.getData: index is " + index, () -> MPI.int2.getData(pairs, index));
        }
    }

    private static void assertIndex(String message, Executable access) {
        IndexOutOfBoundsException refused = assertThrows(IndexOutOfBoundsException.class, access);
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void slicesBeginAtAnOffsetWhateverThePositionAndShareTheirContent() {
        IntBuffer direct = MPI.newIntBuffer(4).put(3, 7).position(3).limit(3);
        IntBuffer slice = MPI.slice(direct, 2);
        assertEquals(2, slice.capacity());
        assertEquals(7, slice.get(1));
        assertEquals(3, direct.position(), "the buffer itself stays as it is");
        int[] array = {1, 2, 3};
        MPI.slice(array, 1).put(0, 9);
        assertEquals(9, array[1]);
        ByteBuffer big = ByteBuffer.allocate(4).order(ByteOrder.BIG_ENDIAN);
        assertEquals(ByteOrder.BIG_ENDIAN, MPI.slice(big, 1).order());
        assertEquals(ByteOrder.nativeOrder(), MPI.slice(new byte[4], 1).order());
        assertEquals(
                MPI.ERR_ARG,
                assertThrows(MPIException.class, () -> MPI.slice(direct, 5)).getErrorClass());
    }

    @Test
    void infoKeepsKeys() {
        Info info = new Info();
        info.set("b", "2");
        info.set("a", "1");
        assertEquals(2, info.size());
        assertEquals("a", info.getKey(0));
        assertEquals("2", info.get("b"));
        assertNull(info.get("c"));
        Info copy = info.clone();
        info.delete("a");
        assertEquals(1, info.size());
        assertEquals("1", copy.get("a"));
        assertEquals(
                MPI.ERR_INFO_NOKEY,
                assertThrows(MPIException.class, () -> info.delete("a")).getErrorClass());
        assertEquals(
                MPI.ERR_ARG,
                assertThrows(MPIException.class, () -> info.getKey(1)).getErrorClass());
        info.free();
        assertTrue(info.isNull());
        assertEquals(MPI.ERR_INFO, assertThrows(MPIException.class, info::size).getErrorClass());
        assertTrue(MPI.INFO_NULL.isNull());
        assertFalse(MPI.INFO_ENV.isNull());
        assertThrows(MPIException.class, () -> MPI.INFO_ENV.set("a", "b"));
    }

    @Test
    void countsCompareByValue() {
        Count three = new Count(3);
        assertEquals(three, new Count(3));
        assertEquals(three.hashCode(), new Count(3).hashCode());
        assertNotEquals(three, new Count(4));
        assertTrue(three.compareTo(new Count(1L << 40)) < 0);
        three.setCount(5);
        assertEquals(5, three.getCount());
    }

    @Test
    void tellsVersions() {
        assertEquals(MPI.VERSION, MPI.getVersion().getVersion());
        assertEquals(MPI.SUBVERSION, MPI.getVersion().getSubVersion());
        assertTrue(MPI.getLibVersion().startsWith("BIPJ "), MPI.getLibVersion());
    }

    @Test
    void constantsHaveTheValuesOfOpenMpi() {
        assertEquals(-1, MPI.ANY_SOURCE);
        assertEquals(-2, MPI.PROC_NULL);
        assertEquals(-32766, MPI.UNDEFINED);
        assertEquals(15, MPI.ERR_TRUNCATE);
        assertEquals(52, MPI.ERR_UNSUPPORTED_OPERATION);
        assertEquals(Predefined.ERR_KEYVAL, MPI.ERR_KEYVAL);
        assertEquals(Predefined.ERR_INFO_NOKEY, MPI.ERR_INFO_NOKEY);
        assertEquals(Predefined.KEY_UNIVERSE_SIZE, MPI.UNIVERSE_SIZE);
    }
}
