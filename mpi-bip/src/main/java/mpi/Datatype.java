package mpi;

import java.util.function.Supplier;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.type.ArrayMaker;
import org.bipj.mpi.type.TypeMaker;
import org.bipj.mpi.type.TypeShape;

/**
 * A datatype (MPI 4.1 chapter 5). As in the Open MPI Java bindings, sizes, extents and bounds are given in units of the
 * base type: 1 for INT, 3 for three INTs in a row, bytes for pairs and structs. Strides and displacements of the H
 * forms and of structs, and the arguments of {@link #createResized}, are in bytes.
 *
 * <p>The data of a type may lie in up to 4194304 (2^22) separate pieces, for which it keeps 24 bytes each; pieces that
 * touch are one, however many there were. A type of more pieces is refused (ERR_ARG): use a type of fewer, and a count.
 *
 * <p>Predefined types are shared by all ranks of a JVM. Errors are thrown, whatever the error handlers say: a datatype
 * belongs to no communicator.
 */
public final class Datatype implements Freeable, Cloneable {
    private final TypeShape shape;
    private final boolean predefined;
    private final Attributes<Datatype> attributes = new Attributes<>(Attributes.Kind.TYPE, this);

    /** The layout where the type may be used in communication; null before commit and after free. */
    private TypeLayout usable;

    private ReduceType reduceType;
    private boolean freed;
    private String name;

    private Datatype(TypeShape shape, boolean predefined, String name) {
        this.shape = shape;
        this.predefined = predefined;
        this.name = name;
        this.usable = predefined && shape != null ? shape.layout() : null;
    }

    static Datatype predefined(BaseType base, String name) {
        return new Datatype(TypeShape.of(base), true, name);
    }

    /** DATATYPE_NULL. */
    static Datatype none() {
        return new Datatype(null, true, "DATATYPE_NULL");
    }

    /** The layout if the type may be used in communication, else null. */
    TypeLayout usable() {
        return usable;
    }

    /** The type as reductions see it; the caller has checked that it is usable. */
    ReduceType reduceType() {
        ReduceType made = reduceType;
        if (made == null) {
            long elements = shape.layout().size() >> shape.base().arrayShift();
            if (elements > Integer.MAX_VALUE) {
                throw new EngineException(
                        ErrorClass.TYPE, "elements of " + this + " are too large to be reduced: no array holds one");
            }
            made = new ReduceType(shape.layout(), shape.base());
            reduceType = made;
        }
        return made;
    }

    TypeShape shape(String method) {
        if (freed || shape == null) {
            throw new MPIException(ErrorClass.TYPE, "Datatype." + method + ": " + describe());
        }
        return shape;
    }

    /** Describes why a type is not usable. */
    String describe() {
        if (shape == null) {
            return "the datatype is DATATYPE_NULL";
        }
        return this + (freed ? " was freed" : " is not committed");
    }

    /** The lower bound, in units of the base type. */
    public int getLb() throws MPIException {
        return inUnits(shape("getLb").layout().lb());
    }

    /** The extent, in units of the base type. */
    public int getExtent() throws MPIException {
        return inUnits(shape("getExtent").layout().extent());
    }

    /** The true lower bound, in units of the base type: where data begin. */
    public int getTrueLb() throws MPIException {
        return inUnits(shape("getTrueLb").trueLb());
    }

    /** The true extent, in units of the base type: from where data begin to where they end. */
    public int getTrueExtent() throws MPIException {
        TypeShape s = shape("getTrueExtent");
        return inUnits(s.trueUb() - s.trueLb());
    }

    /** The amount of data, in units of the base type; {@code MPI.UNDEFINED} where an int cannot hold it. */
    public int getSize() throws MPIException {
        return inUnits(shape("getSize").layout().size());
    }

    private int inUnits(long bytes) {
        long units = bytes / shape.unit();
        return units == (int) units ? (int) units : Predefined.UNDEFINED;
    }

    /** Makes the type usable in communication (MPI_Type_commit). Twice does no harm. */
    public void commit() throws MPIException {
        usable = shape("commit").layout();
    }

    /**
     * Gives the type back (MPI_Type_free). Communication under way is not affected. Attributes are deleted first, the newest
     * first; if a {@link DeleteAttrFunction} fails, the type stays usable.
     */
    @Override
    public void free() throws MPIException {
        shape("free");
        if (predefined) {
            throw new MPIException(ErrorClass.TYPE, "Datatype.free: " + name + " is predefined, and cannot be freed");
        }
        try {
            attributes.clear();
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype.free: " + e.getMessage(), e);
        }
        freed = true;
        usable = null;
    }

    /** Frees the type if that has not happened yet. */
    @Override
    public void close() {
        if (!isNull() && !predefined) {
            free();
        }
    }

    /** True for DATATYPE_NULL and for a freed type. */
    public boolean isNull() {
        return freed || shape == null;
    }

    /** The same as {@link #dup}. */
    @Override
    public Datatype clone() {
        return dup();
    }

    /**
     * A copy, with the attributes that the keys' {@link CopyAttrFunction} give it (MPI_Type_dup). It is committed if the original
     * is.
     */
    public Datatype dup() throws MPIException {
        Datatype copy = new Datatype(shape("dup"), false, name);
        copy.usable = usable;
        try {
            attributes.copyTo(copy.attributes);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype.dup: " + e.getMessage(), e);
        }
        return copy;
    }

    /** A handle of the same type, without the attributes; of a predefined type there is one only. */
    Datatype newHandle() {
        if (predefined) {
            return this;
        }
        Datatype copy = new Datatype(shape, false, name);
        copy.usable = usable;
        return copy;
    }

    /** A new type; an error names the arguments that are given in words, if any. */
    private static Datatype derived(String method, String arguments, Supplier<TypeShape> shape) {
        try {
            return new Datatype(shape.get(), false, "");
        } catch (EngineException e) {
            throw new MPIException(
                    e.errorClass(),
                    "Datatype." + method + ": " + (arguments.isEmpty() ? "" : "with " + arguments + " ")
                            + e.getMessage(),
                    e);
        } catch (ArithmeticException e) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "Datatype." + method + ": the datatype's data, or its bounds, are more than 2^63 - 1 bytes");
        }
    }

    /**
     * Elements in a row (MPI_Type_contiguous).
     *
     * @param count number of elements
     */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        TypeShape old = old(oldType, "createContiguous");
        notNegative("createContiguous", "count", count);
        return derived("createContiguous", "count " + count, () -> TypeMaker.vector(1, count, 0, old));
    }

    /**
     * Equal blocks at equal distances (MPI_Type_vector).
     *
     * @param count number of blocks
     * @param blockLength elements in each block
     * @param stride distance between the beginnings of blocks, in extents of the old type
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        TypeShape old = old(oldType, "createVector");
        notNegative("createVector", "count", count);
        notNegative("createVector", "blockLength", blockLength);
        return derived("createVector", "count " + count + " and blockLength " + blockLength, () -> {
            long bytes = Math.multiplyExact(stride, old.layout().extent());
            return TypeMaker.vector(count, blockLength, bytes, old);
        });
    }

    /**
     * Equal blocks at equal distances (MPI_Type_create_hvector).
     *
     * @param count number of blocks
     * @param blockLength elements in each block
     * @param stride distance between the beginnings of blocks, in bytes
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        TypeShape old = old(oldType, "createHVector");
        notNegative("createHVector", "count", count);
        notNegative("createHVector", "blockLength", blockLength);
        return derived(
                "createHVector",
                "count " + count + " and blockLength " + blockLength,
                () -> TypeMaker.vector(count, blockLength, stride, old));
    }

    /**
     * Blocks of any length anywhere (MPI_Type_indexed).
     *
     * @param blockLengths elements in each block
     * @param displacements where each block begins, in extents of the old type
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        TypeShape old = old(oldType, "createIndexed");
        blocks("createIndexed", blockLengths, displacements);
        return derived("createIndexed", "these blockLengths", () -> {
            long bytes = old.layout().extent();
            return TypeMaker.indexed(blockLengths, displacements, bytes, old);
        });
    }

    /**
     * Blocks of any length anywhere (MPI_Type_create_hindexed).
     *
     * @param blockLengths elements in each block
     * @param displacements where each block begins, in bytes
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        TypeShape old = old(oldType, "createHIndexed");
        blocks("createHIndexed", blockLengths, displacements);
        return derived(
                "createHIndexed", "these blockLengths", () -> TypeMaker.indexed(blockLengths, displacements, 1, old));
    }

    /**
     * Equal blocks anywhere (MPI_Type_create_indexed_block). New here, as the next three.
     *
     * @param blockLength elements in each block
     * @param displacements where each block begins, in extents of the old type
     */
    public static Datatype createIndexedBlock(int blockLength, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexedBlock("createIndexedBlock", blockLength, displacements, oldType, false);
    }

    /**
     * Equal blocks anywhere (MPI_Type_create_hindexed_block).
     *
     * @param blockLength elements in each block
     * @param displacements where each block begins, in bytes
     */
    public static Datatype createHIndexedBlock(int blockLength, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexedBlock("createHIndexedBlock", blockLength, displacements, oldType, true);
    }

    private static Datatype indexedBlock(
            String method, int blockLength, int[] displacements, Datatype oldType, boolean inBytes) {
        TypeShape old = old(oldType, method);
        notNegative(method, "blockLength", blockLength);
        Preconditions.notNull(displacements, ErrorClass.ARG, "Datatype." + method + ": displacements");
        return derived(method, "blockLength " + blockLength + " and these displacements", () -> {
            long unit = inBytes ? 1 : old.layout().extent();
            return TypeMaker.indexedBlock(blockLength, displacements, unit, old);
        });
    }

    /**
     * A part of an array of several dimensions (MPI_Type_create_subarray). Its extent is that of the whole array, so that it is
     * sent from the array's first element, and is the file type of a rank that owns this part.
     *
     * @param sizes elements of the array along each dimension
     * @param subSizes elements of the part along each dimension, at least 1
     * @param starts where the part begins along each dimension, from 0
     * @param order {@code MPI.ORDER_C} where the last index varies fastest, {@code MPI.ORDER_FORTRAN} where the first does
     * @param oldType type of an element
     */
    public static Datatype createSubarray(int[] sizes, int[] subSizes, int[] starts, int order, Datatype oldType)
            throws MPIException {
        TypeShape old = old(oldType, "createSubarray");
        return derived("createSubarray", "", () -> ArrayMaker.subarray(sizes, subSizes, starts, order, old));
    }

    /**
     * The part of a distributed array that one process of a grid owns (MPI_Type_create_darray). The grid is in row-major order,
     * as that of {@link Intracomm#createCart} is, whatever the order of the array.
     *
     * @param size number of processes
     * @param rank the process
     * @param gsizes elements of the array along each dimension
     * @param distribs {@code MPI.DISTRIBUTE_BLOCK}, {@code DISTRIBUTE_CYCLIC} or {@code DISTRIBUTE_NONE} for each dimension
     * @param dargs elements of a block along each dimension, or {@code MPI.DISTRIBUTE_DFLT_DARG}: 1 for a cyclic distribution,
     *     and for blocks as many as give each process one. It does not matter where a dimension is not distributed.
     * @param psizes processes along each dimension; 1 where it is not distributed
     * @param order {@code MPI.ORDER_C} or {@code MPI.ORDER_FORTRAN}, as in {@link #createSubarray}
     * @param oldType type of an element
     */
    public static Datatype createDarray(
            int size, int rank, int[] gsizes, int[] distribs, int[] dargs, int[] psizes, int order, Datatype oldType)
            throws MPIException {
        TypeShape old = old(oldType, "createDarray");
        return derived(
                "createDarray", "", () -> ArrayMaker.darray(size, rank, gsizes, distribs, dargs, psizes, order, old));
    }

    /**
     * Blocks of any type, any length, anywhere (MPI_Type_create_struct). The extent is rounded up to the alignment of
     * the strictest type in it, as C compilers do.
     *
     * @param blockLengths elements in each block
     * @param displacements where each block begins, in bytes
     * @param types type of each block
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) throws MPIException {
        blocks("createStruct", blockLengths, displacements);
        if (types == null || types.length != blockLengths.length) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "Datatype.createStruct: types has " + (types == null ? "no" : types.length) + " elements; expected "
                            + blockLengths.length + ", as blockLengths has");
        }
        TypeShape[] shapes = new TypeShape[types.length];
        for (int i = 0; i < types.length; i++) {
            shapes[i] = old(types[i], "createStruct");
        }
        return derived(
                "createStruct", "these blockLengths", () -> TypeMaker.struct(blockLengths, displacements, shapes));
    }

    /**
     * A type with other bounds (MPI_Type_create_resized).
     *
     * @param lb new lower bound in bytes
     * @param extent new extent in bytes
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        TypeShape old = old(oldType, "createResized");
        return derived("createResized", "these bounds", () -> old.resized(lb, extent));
    }

    private static TypeShape old(Datatype type, String method) {
        return Preconditions.notNull(type, ErrorClass.TYPE, "Datatype." + method + ": the old type")
                .shape(method);
    }

    private static void notNegative(String method, String argument, int value) {
        if (value < 0) {
            throw new MPIException(
                    ErrorClass.ARG, "Datatype." + method + ": " + argument + " is " + value + "; expected 0 or more");
        }
    }

    private static void blocks(String method, int[] blockLengths, int[] displacements) {
        if (blockLengths == null || displacements == null || blockLengths.length != displacements.length) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "Datatype." + method + ": blockLengths and displacements must be arrays of one length");
        }
        for (int i = 0; i < blockLengths.length; i++) {
            if (blockLengths[i] < 0) {
                throw new MPIException(
                        ErrorClass.ARG,
                        "Datatype." + method + ": blockLengths[" + i + "] is " + blockLengths[i]
                                + "; expected 0 or more");
            }
        }
    }

    /** Names the type for messages and tools (MPI_Type_set_name). */
    public void setName(String name) throws MPIException {
        shape("setName");
        this.name = Preconditions.notNull(name, ErrorClass.ARG, "Datatype.setName: the name");
    }

    /** The name: of predefined types that of the constant, of others what was set, at first nothing. */
    public String getName() throws MPIException {
        return name;
    }

    /** A new key for attributes of datatypes (MPI_Type_create_keyval). Duplicates take the attributes over. */
    public static int createKeyval() throws MPIException {
        return Attributes.newKey(Attributes.Kind.TYPE);
    }

    /**
     * A new key for attributes of datatypes, with functions that are called when an attribute is copied and deleted
     * (MPI_Type_create_keyval). New here.
     *
     * @param copy called by {@link #dup}
     * @param delete called by {@link #free}, and by the methods that replace or delete the attribute
     */
    public static int createKeyval(CopyAttrFunction<? super Datatype> copy, DeleteAttrFunction<? super Datatype> delete)
            throws MPIException {
        return Attributes.newKey(Attributes.Kind.TYPE, copy, delete);
    }

    /** Ends a key (MPI_Type_free_keyval). Attributes under it stay where they are. */
    public static void freeKeyval(int keyval) throws MPIException {
        Attributes.freeKey(Attributes.Kind.TYPE, keyval);
    }

    /** Attaches a value under a key (MPI_Type_set_attr). */
    public void setAttr(int keyval, Object value) throws MPIException {
        shape("setAttr");
        try {
            attributes.set(keyval, value);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype.setAttr: " + e.getMessage(), e);
        }
    }

    /** The value under a key, or null (MPI_Type_get_attr). */
    public Object getAttr(int keyval) throws MPIException {
        shape("getAttr");
        try {
            return attributes.get(keyval);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype.getAttr: " + e.getMessage(), e);
        }
    }

    /** Removes the value under a key (MPI_Type_delete_attr). */
    public void deleteAttr(int keyval) throws MPIException {
        shape("deleteAttr");
        try {
            attributes.delete(keyval);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype.deleteAttr: " + e.getMessage(), e);
        }
    }

    /** The name of a predefined type; of others the name, if there is one, and the types that it consists of. */
    @Override
    public String toString() {
        if (predefined) {
            return name;
        }
        String what = "a datatype of " + shape.contents();
        return name.isEmpty() ? what : name + " (" + what + ")";
    }
}
