package mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.BufferErrors;
import org.bipj.mpi.call.CallPlace;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.type.ArrayMaker;
import org.bipj.mpi.type.ElementBounds;
import org.bipj.mpi.type.ExternalPacking;
import org.bipj.mpi.type.TypeMaker;
import org.bipj.mpi.type.TypeShape;
import org.jspecify.annotations.Nullable;

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
    /** Null for DATATYPE_NULL. */
    private final @Nullable TypeShape shape;

    private final boolean predefined;
    /** Its bounds in elements, where they have marks, which derived types inherit; else null. */
    private final @Nullable ElementBounds marks;

    private final Attributes<Datatype> attributes = new Attributes<>(Attributes.Kind.TYPE, this);

    /** The layout where the type may be used in communication; null before commit and after free. */
    private @Nullable TypeLayout usable;

    /** Null until a reduction needs it. */
    private @Nullable ReduceType reduceType;

    /** How it was made. */
    private TypeContents contents = TypeContents.OF_NAMED;

    private boolean freed;
    private String name;
    /** Where the program has made it; null for predefined types, and where nobody wants to know. */
    private final @Nullable String place;

    /** True once a rank of this JVM has listeners, which may ask where types were made. */
    private static volatile boolean keepsPlaces;

    private Datatype(@Nullable TypeShape shape, boolean predefined, String name) {
        this(shape, predefined, name, null);
    }

    private Datatype(@Nullable TypeShape shape, boolean predefined, String name, @Nullable ElementBounds marks) {
        this.shape = shape;
        this.predefined = predefined;
        this.marks = marks;
        this.name = name;
        this.place = !predefined && keepsPlaces ? CallPlace.ofProgram() : null;
        this.usable = predefined && shape != null && !isOfObjects() ? shape.layout() : null;
    }

    /** From now on types know where they were made. */
    static void keepPlaces() {
        keepsPlaces = true;
    }

    /** Where the program has made the type; null if that is not known, and if the type is freed. */
    @Nullable
    String place() {
        return freed ? null : place;
    }

    static Datatype predefined(BaseType base, String name) {
        return new Datatype(TypeShape.of(base), true, name);
    }

    /** LB or UB. */
    static Datatype bound(String name, ElementBounds marks) {
        return new Datatype(TypeMaker.vector(0, 0, 0, TypeShape.of(BaseType.BYTE)), true, name, marks);
    }

    /** DATATYPE_NULL. */
    static Datatype none() {
        return new Datatype(null, true, "DATATYPE_NULL");
    }

    /** The layout if the type may be used in communication, else null. */
    @Nullable
    TypeLayout usable() {
        return usable;
    }

    boolean isPredefined() {
        return predefined;
    }

    /** True for OBJECT and types that are made of it, which have no layout in memory. */
    boolean isOfObjects() {
        return shape != null && shape.base() == BaseType.OBJECT;
    }

    static boolean isOfObjects(@Nullable Datatype type) {
        return type != null && type.isOfObjects();
    }

    /** The predefined type that it is made of. */
    BaseType base() {
        return shape().base();
    }

    /** The predefined type of all its data, those of a struct too; MIXED where they are of several. */
    BaseType element() {
        return shape().element();
    }

    /** The names of the predefined types that it consists of. */
    String contents() {
        return shape().contents();
    }

    /** The shape of a type that is known not to be DATATYPE_NULL. */
    private TypeShape shape() {
        assert shape != null : "DATATYPE_NULL";
        return shape;
    }

    /** Bytes of an element of the arrays that hold its data; 1 for objects. */
    int elementBytes(String method) {
        return shape(method).base().elementBytes();
    }

    /** The type as reductions see it; the caller has checked that it is usable. */
    ReduceType reduceType() {
        ReduceType made = reduceType;
        if (made == null) {
            TypeShape all = shape();
            long elements = all.layout().size() >> all.base().arrayShift();
            if (elements > Integer.MAX_VALUE) {
                throw new EngineException(
                        ErrorClass.TYPE, "elements of " + this + " are too large to be reduced: no array holds one");
            }
            made = new ReduceType(all.layout(), all.base());
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
        if (isOfObjects() && !freed) {
            return this
                    + " is for the methods of mpiJava 1.2, such as Send; expected sendObject and its siblings, or another"
                    + " datatype";
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

    /** As {@link #getLb}, for any number (MPI_Type_get_extent_x). New here, as the next four. */
    public Count getLbX() throws MPIException {
        return new Count(shape("getLbX").layout().lb() / shape().unit());
    }

    /** As {@link #getExtent}, for any number (MPI_Type_get_extent_x). */
    public Count getExtentX() throws MPIException {
        return new Count(shape("getExtentX").layout().extent() / shape().unit());
    }

    /** As {@link #getTrueLb}, for any number (MPI_Type_get_true_extent_x). */
    public Count getTrueLbX() throws MPIException {
        return new Count(shape("getTrueLbX").trueLb() / shape().unit());
    }

    /** As {@link #getTrueExtent}, for any number (MPI_Type_get_true_extent_x). */
    public Count getTrueExtentX() throws MPIException {
        TypeShape s = shape("getTrueExtentX");
        return new Count((s.trueUb() - s.trueLb()) / s.unit());
    }

    /** As {@link #getSize}, for any number (MPI_Type_size_x). */
    public Count getSizeX() throws MPIException {
        return new Count(shape("getSizeX").layout().size() / shape().unit());
    }

    /** Bytes in units of the base type; UNDEFINED where an int cannot hold them. */
    int inUnits(long bytes) {
        long units = bytes / shape().unit();
        return units == (int) units ? (int) units : Predefined.UNDEFINED;
    }

    /** Makes the type usable in communication (MPI_Type_commit). Twice does no harm. */
    public void commit() throws MPIException {
        TypeLayout layout = shape("commit").layout();
        usable = isOfObjects() ? null : layout;
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
        copy.contents = new TypeContents(TypeContents.DUP, this);
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
        copy.contents = contents;
        return copy;
    }

    /** A new type; an error names the arguments that are given in words, if any. */
    private static Datatype derived(
            String method, String arguments, Supplier<TypeShape> shape, Supplier<TypeContents> contents) {
        try {
            Datatype made = new Datatype(shape.get(), false, "");
            made.contents = contents.get();
            return made;
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
        return contiguous(count, oldType, false);
    }

    /** The same for any number of elements (MPI_Type_contiguous_c). New here, as all methods with a {@link Count}. */
    public static Datatype createContiguous(Count count, Datatype oldType) throws MPIException {
        return contiguous(number("createContiguous", "count", count), oldType, true);
    }

    private static Datatype contiguous(long count, Datatype oldType, boolean large) {
        TypeShape old = old(oldType, "createContiguous");
        count("createContiguous", count);
        return derived(
                "createContiguous",
                "count " + count,
                () -> TypeMaker.vector(1, count, 0, old),
                () -> new TypeContents(TypeContents.CONTIGUOUS, oldType).numbers(large, count));
    }

    /**
     * Equal blocks at equal distances (MPI_Type_vector).
     *
     * @param count number of blocks
     * @param blockLength elements in each block
     * @param stride distance between the beginnings of blocks, in extents of the old type
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        return vector("createVector", new long[] {count, blockLength, stride}, oldType, false);
    }

    /** The same with any numbers (MPI_Type_vector_c). */
    public static Datatype createVector(Count count, Count blockLength, Count stride, Datatype oldType)
            throws MPIException {
        return vector("createVector", vector("createVector", count, blockLength, stride), oldType, true);
    }

    /**
     * Equal blocks at equal distances (MPI_Type_create_hvector).
     *
     * @param count number of blocks
     * @param blockLength elements in each block
     * @param stride distance between the beginnings of blocks, in bytes
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) throws MPIException {
        return vector("createHVector", new long[] {count, blockLength, stride}, oldType, false);
    }

    /** The same with any numbers (MPI_Type_create_hvector_c). */
    public static Datatype createHVector(Count count, Count blockLength, Count stride, Datatype oldType)
            throws MPIException {
        return vector("createHVector", vector("createHVector", count, blockLength, stride), oldType, true);
    }

    private static long[] vector(String method, Count count, Count blockLength, Count stride) {
        return new long[] {
            number(method, "count", count), number(method, "blockLength", blockLength), number(method, "stride", stride)
        };
    }

    /** Blocks of which count, length and stride are given. */
    private static Datatype vector(String method, long[] numbers, Datatype oldType, boolean large) {
        TypeShape old = old(oldType, method);
        boolean inBytes = method.equals("createHVector");
        count(method, numbers[0]);
        length(method, "blockLength", numbers[1]);
        return derived(
                method,
                "count " + numbers[0] + " and blockLength " + numbers[1],
                () -> {
                    long unit = inBytes ? 1 : old.layout().extent();
                    return TypeMaker.vector(numbers[0], numbers[1], Math.multiplyExact(numbers[2], unit), old);
                },
                () -> {
                    int combiner = inBytes ? TypeContents.HVECTOR : TypeContents.VECTOR;
                    TypeContents contents = new TypeContents(combiner, oldType).numbers(large, numbers[0], numbers[1]);
                    return inBytes ? contents.bytes(large, numbers[2]) : contents.numbers(large, numbers[2]);
                });
    }

    /**
     * Blocks of any length anywhere (MPI_Type_indexed).
     *
     * @param blockLengths elements in each block
     * @param displacements where each block begins, in extents of the old type
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexed("createIndexed", numbers(blockLengths), numbers(displacements), oldType, false);
    }

    /** The same with any numbers (MPI_Type_indexed_c). */
    public static Datatype createIndexed(Count[] blockLengths, Count[] displacements, Datatype oldType)
            throws MPIException {
        long[] lengths = numbers("createIndexed", "blockLengths", blockLengths);
        return indexed(
                "createIndexed", lengths, numbers("createIndexed", "displacements", displacements), oldType, true);
    }

    /**
     * Blocks of any length anywhere (MPI_Type_create_hindexed).
     *
     * @param blockLengths elements in each block
     * @param displacements where each block begins, in bytes
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexed("createHIndexed", numbers(blockLengths), numbers(displacements), oldType, false);
    }

    /** The same with any numbers (MPI_Type_create_hindexed_c). */
    public static Datatype createHIndexed(Count[] blockLengths, Count[] displacements, Datatype oldType)
            throws MPIException {
        long[] lengths = numbers("createHIndexed", "blockLengths", blockLengths);
        return indexed(
                "createHIndexed", lengths, numbers("createHIndexed", "displacements", displacements), oldType, true);
    }

    private static Datatype indexed(
            String method,
            long @Nullable [] blockLengths,
            long @Nullable [] displacements,
            Datatype oldType,
            boolean large) {
        TypeShape old = old(oldType, method);
        boolean inBytes = method.equals("createHIndexed");
        blocks(method, blockLengths, displacements);
        return derived(
                method,
                "these blockLengths",
                () -> TypeMaker.indexed(
                        blockLengths, displacements, inBytes ? 1 : old.layout().extent(), old),
                () -> inBytes
                        ? inBytes(TypeContents.HINDEXED, large, blockLengths, displacements, oldType)
                        : new TypeContents(TypeContents.INDEXED, oldType)
                                .numbers(large, blockLengths.length)
                                .numbers(large, blockLengths)
                                .numbers(large, displacements));
    }

    /** Contents of blocks of which each has a length, and a displacement in bytes. */
    private static TypeContents inBytes(
            int combiner, boolean large, long[] blockLengths, long[] displacements, Datatype... types) {
        return new TypeContents(combiner, types)
                .numbers(large, blockLengths.length)
                .numbers(large, blockLengths)
                .bytes(large, displacements);
    }

    private static long @Nullable [] numbers(int @Nullable [] numbers) {
        return numbers == null ? null : Arrays.stream(numbers).asLongStream().toArray();
    }

    private static long[] bytes(long[] places, long unitBytes) {
        return Arrays.stream(places).map(place -> place * unitBytes).toArray();
    }

    private static long number(String method, String argument, Count number) {
        try {
            return Count.value(argument, number);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype." + method + ": " + e.getMessage(), e);
        }
    }

    private static long @Nullable [] numbers(String method, String argument, Count @Nullable [] numbers) {
        try {
            return Count.values(argument, numbers);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype." + method + ": " + e.getMessage(), e);
        }
    }

    /**
     * Equal blocks anywhere (MPI_Type_create_indexed_block). New here, as the next three.
     *
     * @param blockLength elements in each block
     * @param displacements where each block begins, in extents of the old type
     */
    public static Datatype createIndexedBlock(int blockLength, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexedBlock("createIndexedBlock", blockLength, numbers(displacements), oldType, false);
    }

    /** The same with any numbers (MPI_Type_create_indexed_block_c). */
    public static Datatype createIndexedBlock(Count blockLength, Count[] displacements, Datatype oldType)
            throws MPIException {
        long[] places = numbers("createIndexedBlock", "displacements", displacements);
        long length = number("createIndexedBlock", "blockLength", blockLength);
        return indexedBlock("createIndexedBlock", length, places, oldType, true);
    }

    /**
     * Equal blocks anywhere (MPI_Type_create_hindexed_block).
     *
     * @param blockLength elements in each block
     * @param displacements where each block begins, in bytes
     */
    public static Datatype createHIndexedBlock(int blockLength, int[] displacements, Datatype oldType)
            throws MPIException {
        return indexedBlock("createHIndexedBlock", blockLength, numbers(displacements), oldType, false);
    }

    /** The same with any numbers (MPI_Type_create_hindexed_block_c). */
    public static Datatype createHIndexedBlock(Count blockLength, Count[] displacements, Datatype oldType)
            throws MPIException {
        long[] places = numbers("createHIndexedBlock", "displacements", displacements);
        long length = number("createHIndexedBlock", "blockLength", blockLength);
        return indexedBlock("createHIndexedBlock", length, places, oldType, true);
    }

    private static Datatype indexedBlock(
            String method, long blockLength, long @Nullable [] displacements, Datatype oldType, boolean large) {
        TypeShape old = old(oldType, method);
        boolean inBytes = method.equals("createHIndexedBlock");
        length(method, "blockLength", blockLength);
        ValueChecks.notNull(displacements, ErrorClass.ARG, "Datatype." + method + ": displacements");
        return derived(
                method,
                "blockLength " + blockLength + " and these displacements",
                () -> TypeMaker.indexedBlock(
                        blockLength, displacements, inBytes ? 1 : old.layout().extent(), old),
                () -> {
                    int combiner = inBytes ? TypeContents.HINDEXED_BLOCK : TypeContents.INDEXED_BLOCK;
                    TypeContents contents =
                            new TypeContents(combiner, oldType).numbers(large, displacements.length, blockLength);
                    return inBytes ? contents.bytes(large, displacements) : contents.numbers(large, displacements);
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
        return subarray(numbers(sizes), numbers(subSizes), numbers(starts), order, oldType, false);
    }

    /** The same with any numbers (MPI_Type_create_subarray_c). */
    public static Datatype createSubarray(Count[] sizes, Count[] subSizes, Count[] starts, int order, Datatype oldType)
            throws MPIException {
        return subarray(
                numbers("createSubarray", "sizes", sizes),
                numbers("createSubarray", "subSizes", subSizes),
                numbers("createSubarray", "starts", starts),
                order,
                oldType,
                true);
    }

    private static Datatype subarray(
            long @Nullable [] sizes,
            long @Nullable [] subSizes,
            long @Nullable [] starts,
            int order,
            Datatype oldType,
            boolean large) {
        TypeShape old = old(oldType, "createSubarray");
        return derived(
                "createSubarray",
                "",
                () -> ArrayMaker.subarray(sizes, subSizes, starts, order, old),
                () -> new TypeContents(TypeContents.SUBARRAY, oldType)
                        .integers(sizes.length)
                        .numbers(large, sizes)
                        .numbers(large, subSizes)
                        .numbers(large, starts)
                        .integers(order));
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
        ArrayMaker.Deal deal = new ArrayMaker.Deal(size, rank, distribs, dargs, psizes);
        return darray(deal, numbers(gsizes), order, oldType, false);
    }

    /** The same for an array of any size (MPI_Type_create_darray_c). */
    public static Datatype createDarray(
            int size, int rank, Count[] gsizes, int[] distribs, int[] dargs, int[] psizes, int order, Datatype oldType)
            throws MPIException {
        ArrayMaker.Deal deal = new ArrayMaker.Deal(size, rank, distribs, dargs, psizes);
        return darray(deal, numbers("createDarray", "gsizes", gsizes), order, oldType, true);
    }

    private static Datatype darray(
            ArrayMaker.Deal deal, long @Nullable [] gsizes, int order, Datatype oldType, boolean large) {
        TypeShape old = old(oldType, "createDarray");
        return derived(
                "createDarray",
                "",
                () -> ArrayMaker.darray(deal, gsizes, order, old),
                () -> new TypeContents(TypeContents.DARRAY, oldType)
                        .integers(deal.size(), deal.rank(), gsizes.length)
                        .numbers(large, gsizes)
                        .integers(deal.distribs())
                        .integers(deal.dargs())
                        .integers(deal.psizes())
                        .integers(order));
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
        return struct(numbers(blockLengths), numbers(displacements), types, false);
    }

    /** The same with any numbers (MPI_Type_create_struct_c). */
    public static Datatype createStruct(Count[] blockLengths, Count[] displacements, Datatype[] types)
            throws MPIException {
        long[] lengths = numbers("createStruct", "blockLengths", blockLengths);
        return struct(lengths, numbers("createStruct", "displacements", displacements), types, true);
    }

    private static Datatype struct(
            long @Nullable [] blockLengths, long @Nullable [] displacements, Datatype[] types, boolean large) {
        blocks("createStruct", blockLengths, displacements);
        TypeShape[] shapes = shapes("createStruct", blockLengths.length, types);
        return derived(
                "createStruct",
                "these blockLengths",
                () -> TypeMaker.struct(blockLengths, displacements, shapes),
                () -> inBytes(TypeContents.STRUCT, large, blockLengths, displacements, types));
    }

    /**
     * A type with other bounds (MPI_Type_create_resized).
     *
     * @param lb new lower bound in bytes
     * @param extent new extent in bytes
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        return resized(oldType, lb, extent, false);
    }

    /** The same with any numbers (MPI_Type_create_resized_c). */
    public static Datatype createResized(Datatype oldType, Count lb, Count extent) throws MPIException {
        long lower = number("createResized", "lb", lb);
        return resized(oldType, lower, number("createResized", "extent", extent), true);
    }

    private static Datatype resized(Datatype oldType, long lb, long extent, boolean large) {
        TypeShape old = old(oldType, "createResized");
        return derived(
                "createResized",
                "these bounds",
                () -> {
                    // What the data and the bounds cover must be a number of bytes.
                    Math.addExact(lb, extent);
                    return old.resized(lb, extent);
                },
                () -> new TypeContents(TypeContents.RESIZED, oldType).bytes(large, lb, extent));
    }

    private static TypeShape[] shapes(String method, int count, Datatype[] types) {
        if (types == null || types.length != count) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "Datatype." + method + ": types has " + (types == null ? "no" : types.length)
                            + " elements; expected " + count + ", as blockLengths has");
        }
        TypeShape[] shapes = new TypeShape[count];
        for (int i = 0; i < count; i++) {
            shapes[i] = old(types[i], method);
        }
        return shapes;
    }

    private static TypeShape old(Datatype type, String method) {
        return ValueChecks.notNull(type, ErrorClass.TYPE, "Datatype." + method + ": the old type")
                .shape(method);
    }

    private static void count(String method, long value) {
        notNegative(ErrorClass.COUNT, method, "count", value);
    }

    /** A block's length is no count: its error is of the class that other libraries give it. */
    private static void length(String method, String argument, long value) {
        notNegative(ErrorClass.ARG, method, argument, value);
    }

    private static void notNegative(int errorClass, String method, String argument, long value) {
        if (value < 0) {
            throw new MPIException(
                    errorClass, "Datatype." + method + ": " + argument + " is " + value + "; expected 0 or more");
        }
    }

    private static void blocks(String method, long @Nullable [] blockLengths, long @Nullable [] displacements) {
        if (blockLengths == null || displacements == null || blockLengths.length != displacements.length) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "Datatype." + method + ": blockLengths and displacements must be arrays of one length");
        }
        for (int i = 0; i < blockLengths.length; i++) {
            length(method, "blockLengths[" + i + "]", blockLengths[i]);
        }
    }

    // ---- how a type was made, and types that are asked for (sections 5.1.13, 5.1.14 and 19.1.5) -------------------

    /** How the type was made (MPI_Type_get_envelope, section 5.1.13). New here, as the next four. */
    public TypeEnvelope getEnvelope() throws MPIException {
        shape("getEnvelope");
        return new TypeEnvelope(contents);
    }

    /**
     * The arguments of the call that made the type (MPI_Type_get_contents, section 5.1.13).
     *
     * @throws MPIException of class ERR_TYPE if the type is predefined, as no call has made it
     */
    public TypeContents getContents() throws MPIException {
        shape("getContents");
        if (predefined) {
            throw new MPIException(
                    ErrorClass.TYPE,
                    "Datatype.getContents: " + name + " is predefined; expected a type that a call has made");
        }
        return contents.withNewHandles();
    }

    /**
     * The predefined type of numbers of a class and size (MPI_Type_match_size, section 19.1.5).
     *
     * @param typeclass {@code MPI.TYPECLASS_INTEGER}, {@code TYPECLASS_REAL} or {@code TYPECLASS_COMPLEX}
     * @param size bytes of a number, of a complex number those of both parts
     * @throws MPIException of class ERR_ARG if there is no such type
     */
    public static Datatype matchSize(int typeclass, int size) throws MPIException {
        Datatype type = Predefined.number(typeclass, size);
        if (type == null) {
            throw new MPIException(
                    ErrorClass.ARG,
                    "Datatype.matchSize: typeclass is " + typeclass + ", size is " + size
                            + "; expected TYPECLASS_INTEGER with 1, 2, 4 or 8 bytes, TYPECLASS_REAL with 4 or 8, or"
                            + " TYPECLASS_COMPLEX with 8 or 16");
        }
        return type;
    }

    /**
     * The predefined type of pairs of a value and an index, for {@code MPI.MINLOC} and {@code MPI.MAXLOC}
     * (MPI_Type_get_value_index, section 6.9.4).
     *
     * @return {@code MPI.DATATYPE_NULL} if there is none
     */
    public static Datatype getValueIndex(Datatype value, Datatype index) throws MPIException {
        old(value, "getValueIndex");
        old(index, "getValueIndex");
        return Predefined.pair(value, index);
    }

    // ---- packing in the portable form (section 5.3) ---------------------------------------------------------------

    /**
     * Copies elements of this type in the form that other machines and libraries understand: values as Java has them, the highest
     * byte first, without gaps (MPI_Pack_external, section 5.3; the form is that of section 14.5.2). New here, as the next five.
     *
     * @param datarep "external32"
     * @param inbuf array, NIO buffer or memory segment that holds the elements
     * @param incount number of elements
     * @param outbuf where the packed data go
     * @param position where in {@code outbuf} to begin
     * @return the position after the data
     * @throws MPIException of class ERR_ARG for another data representation, and where {@code outbuf} has no room
     */
    public int packExternal(String datarep, @Nullable Object inbuf, int incount, byte[] outbuf, int position)
            throws MPIException {
        return (int)
                packExternal(datarep, inbuf, incount, outbuf == null ? null : MemorySegment.ofArray(outbuf), position);
    }

    /** The same into a memory segment. */
    public long packExternal(
            String datarep, @Nullable Object inbuf, int incount, @Nullable MemorySegment outbuf, long position)
            throws MPIException {
        return external("packExternal", datarep, () -> {
            Data data = external("incount", inbuf, incount);
            return new ExternalPacking(data, false, "outbuf", outbuf, position).pack();
        });
    }

    /**
     * Copies what {@link #packExternal} has packed into a buffer (MPI_Unpack_external).
     *
     * @param datarep "external32"
     * @param inbuf the packed data
     * @param position where in {@code inbuf} to begin
     * @param outbuf array, NIO buffer or memory segment for the elements
     * @param outcount number of elements
     * @return the position after the data
     * @throws MPIException of class ERR_ARG for another data representation, and where {@code inbuf} has too few bytes
     */
    public int unpackExternal(String datarep, byte[] inbuf, int position, @Nullable Object outbuf, int outcount)
            throws MPIException {
        return (int) unpackExternal(
                datarep, inbuf == null ? null : MemorySegment.ofArray(inbuf), position, outbuf, outcount);
    }

    /** The same out of a memory segment. */
    public long unpackExternal(
            String datarep, @Nullable MemorySegment inbuf, long position, @Nullable Object outbuf, int outcount)
            throws MPIException {
        return external("unpackExternal", datarep, () -> {
            Data data = external("outcount", outbuf, outcount);
            return new ExternalPacking(data, true, "inbuf", inbuf, position).unpack();
        });
    }

    /**
     * Bytes that {@link #packExternal} needs (MPI_Pack_external_size).
     *
     * @throws MPIException of class ERR_COUNT if they are more than a byte array holds; see {@link #getSizeX}
     */
    public int packExternalSize(String datarep, int incount) throws MPIException {
        return (int) external("packExternalSize", datarep, () -> {
            long bytes = external("incount", null, incount).bytes();
            if (bytes > Integer.MAX_VALUE) {
                throw new EngineException(
                        ErrorClass.COUNT, "packed data are " + bytes + " bytes; expected no more than a byte[] holds");
            }
            return bytes;
        });
    }

    /** {@link #packExternal(String, Object, int, MemorySegment, long) packExternal} of any number of elements (MPI_Pack_external_c). */
    public long packExternal(
            String datarep, @Nullable Object inbuf, Count incount, @Nullable MemorySegment outbuf, long position)
            throws MPIException {
        return external("packExternal", datarep, () -> {
            Data data = external("incount", inbuf, Count.value("incount", incount));
            return new ExternalPacking(data, false, "outbuf", outbuf, position).pack();
        });
    }

    /** {@link #unpackExternal(String, MemorySegment, long, Object, int) unpackExternal} of any number of elements (MPI_Unpack_external_c). */
    public long unpackExternal(
            String datarep, @Nullable MemorySegment inbuf, long position, @Nullable Object outbuf, Count outcount)
            throws MPIException {
        return external("unpackExternal", datarep, () -> {
            Data data = external("outcount", outbuf, Count.value("outcount", outcount));
            return new ExternalPacking(data, true, "inbuf", inbuf, position).unpack();
        });
    }

    /** {@link #packExternalSize(String, int) packExternalSize} of any number of elements (MPI_Pack_external_size_c). */
    public Count packExternalSize(String datarep, Count incount) throws MPIException {
        return new Count(external(
                "packExternalSize",
                datarep,
                () -> external("incount", null, Count.value("incount", incount)).bytes()));
    }

    /** Does a call of one of these methods. */
    private static long external(String method, String datarep, LongSupplier call) {
        try {
            ExternalPacking.checkName(datarep);
            return call.getAsLong();
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Datatype." + method + ": " + e.getMessage(), e);
        } catch (NoBufferException e) {
            throw new MPIException(ErrorClass.BUFFER, "Datatype." + method + ": " + e.getMessage(), e);
        }
    }

    /** Some elements of this type, which must be usable. */
    private Data external(String argument, @Nullable Object buffer, long count) {
        if (count < 0) {
            throw Counts.negative(argument, count);
        }
        if (usable == null) {
            throw new EngineException(ErrorClass.TYPE, describe());
        }
        if (count > usable.mostElements()) {
            throw BufferErrors.tooMany(count, usable);
        }
        return Data.of(buffer, 0, count, usable);
    }

    /** Names the type for messages and tools (MPI_Type_set_name). */
    public void setName(String name) throws MPIException {
        shape("setName");
        this.name = ValueChecks.notNull(name, ErrorClass.ARG, "Datatype.setName: the name");
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
    public @Nullable Object getAttr(int keyval) throws MPIException {
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
        String what = "a datatype of " + shape().contents();
        return name.isEmpty() ? what : name + " (" + what + ")";
    }

    // ---- mpiJava 1.2, section 3.12: extents, displacements and strides in elements of the array -------------------

    /** The extent in array elements. */
    public int Extent() throws MPIException {
        return inElements(shape("Extent").layout().extent());
    }

    /** The amount of data in array elements. */
    public int Size() throws MPIException {
        return inElements(shape("Size").layout().size());
    }

    /** The lower bound in array elements. */
    public int Lb() throws MPIException {
        return inElements(shape("Lb").layout().lb());
    }

    /** The upper bound in array elements. */
    public int Ub() throws MPIException {
        TypeLayout layout = shape("Ub").layout();
        return inElements(layout.lb() + layout.extent());
    }

    private int inElements(long bytes) {
        long elements = bytes / base().elementBytes();
        return elements == (int) elements ? (int) elements : Predefined.UNDEFINED;
    }

    /** Has no effect: types that these methods make can be used at once. One of {@link #createVector} is committed. */
    public void Commit() throws MPIException {
        commit();
    }

    /** Has no effect: the garbage collector frees types. */
    @SuppressWarnings({"removal", "deprecation"})
    @Override
    public void finalize() {}

    /** As {@link #createContiguous}. */
    public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
        TypeShape old = old(oldtype, "Contiguous");
        count("Contiguous", count);
        return ofElements(
                "Contiguous",
                "count " + count,
                old.base(),
                () -> bounds(oldtype).repeated(0, count),
                () -> TypeMaker.vector(1, count, 0, old),
                () -> new TypeContents(TypeContents.CONTIGUOUS, oldtype).integers(count));
    }

    /**
     * As {@link #createVector}.
     *
     * @param stride in extents of the old type
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        long extent = old(oldtype, "Vector").layout().extent();
        TypeContents contents = new TypeContents(TypeContents.VECTOR, oldtype).integers(count, blocklength, stride);
        return vector("Vector", count, blocklength, () -> Math.multiplyExact(stride, extent), contents);
    }

    /**
     * As {@link #createHVector}.
     *
     * @param stride in array elements
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        long unit = old(oldtype, "Hvector").base().elementBytes();
        TypeContents contents = new TypeContents(TypeContents.HVECTOR, oldtype)
                .integers(count, blocklength)
                .addresses(stride * unit);
        return vector("Hvector", count, blocklength, () -> stride * unit, contents);
    }

    private static Datatype vector(
            String method, int count, int blockLength, LongSupplier strideBytes, TypeContents contents) {
        Datatype oldType = contents.datatypes()[0];
        TypeShape old = old(oldType, method);
        count(method, count);
        length(method, "blocklength", blockLength);
        int unit = old.base().elementBytes();
        return ofElements(
                method,
                "count " + count + " and blocklength " + blockLength,
                old.base(),
                () -> {
                    ElementBounds block = bounds(oldType).repeated(0, blockLength);
                    long last = Math.multiplyExact(Math.max(0, count - 1), strideBytes.getAsLong() / unit);
                    return count == 0 ? ElementBounds.NONE : block.and(block.at(last));
                },
                () -> TypeMaker.vector(count, blockLength, strideBytes.getAsLong(), old),
                () -> contents);
    }

    /**
     * As {@link #createIndexed}.
     *
     * @param array_of_displacements in extents of the old type
     */
    public static Datatype Indexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        long extent = old(oldtype, "Indexed").layout().extent();
        return indexed(
                "Indexed",
                numbers(array_of_blocklengths),
                numbers(array_of_displacements),
                extent,
                oldtype,
                () -> new TypeContents(TypeContents.INDEXED, oldtype)
                        .integers(array_of_blocklengths.length)
                        .integers(array_of_blocklengths)
                        .integers(array_of_displacements));
    }

    /**
     * As {@link #createHIndexed}.
     *
     * @param array_of_displacements in array elements
     */
    public static Datatype Hindexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        long unit = old(oldtype, "Hindexed").base().elementBytes();
        long[] lengths = numbers(array_of_blocklengths);
        long[] places = numbers(array_of_displacements);
        return indexed(
                "Hindexed",
                lengths,
                places,
                unit,
                oldtype,
                () -> inBytes(TypeContents.HINDEXED, false, lengths, bytes(places, unit), oldtype));
    }

    private static Datatype indexed(
            String method,
            long @Nullable [] blockLengths,
            long @Nullable [] displacements,
            long unitBytes,
            Datatype oldType,
            Supplier<TypeContents> contents) {
        TypeShape old = old(oldType, method);
        blocks(method, blockLengths, displacements);
        long unit = unitBytes / old.base().elementBytes();
        return ofElements(
                method,
                "these blocklengths",
                old.base(),
                () -> {
                    ElementBounds all = ElementBounds.NONE;
                    for (int i = 0; i < blockLengths.length; i++) {
                        long at = Math.multiplyExact(displacements[i], unit);
                        all = all.and(bounds(oldType).repeated(at, blockLengths[i]));
                    }
                    return all;
                },
                () -> TypeMaker.indexed(blockLengths, displacements, unitBytes, old),
                contents);
    }

    /**
     * As {@link #createStruct}, of types that consist of one predefined type, which the new type consists of too. {@code
     * MPI.LB} and {@code MPI.UB} set its bounds.
     *
     * @param array_of_displacements in array elements
     */
    public static Datatype Struct(int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
            throws MPIException {
        long[] lengths = numbers(array_of_blocklengths);
        long[] places = numbers(array_of_displacements);
        blocks("Struct", lengths, places);
        TypeShape[] shapes = shapes("Struct", lengths.length, array_of_types);
        BaseType base = commonBase(array_of_types);
        int unit = base.elementBytes();
        long[] bytes = bytes(places, unit);
        return ofElements(
                "Struct",
                "these blocklengths",
                base,
                () -> {
                    ElementBounds all = ElementBounds.NONE;
                    for (int i = 0; i < shapes.length; i++) {
                        all = all.and(bounds(array_of_types[i])
                                .repeated(array_of_displacements[i], array_of_blocklengths[i]));
                    }
                    return all;
                },
                () -> TypeMaker.struct(base, lengths, bytes, shapes),
                () -> inBytes(TypeContents.STRUCT, false, lengths, bytes, array_of_types));
    }

    /** The one predefined type of the data; BYTE where there are none. */
    private static BaseType commonBase(Datatype[] types) {
        Datatype first = null;
        for (Datatype type : types) {
            boolean hasData = type.shape().layout().size() > 0;
            if (hasData && type.base() == BaseType.MIXED) {
                throw new MPIException(
                        ErrorClass.TYPE,
                        "Datatype.Struct: " + type + " is made by createStruct; expected types of one array");
            }
            if (hasData && first != null && first.base() != type.base()) {
                throw new MPIException(
                        ErrorClass.TYPE,
                        "Datatype.Struct: " + first + " consists of " + first.base() + ", and " + type + " of "
                                + type.base() + "; expected types of one array (createStruct takes several)");
            }
            first = hasData && first == null ? type : first;
        }
        return first == null ? BaseType.BYTE : first.base();
    }

    private static ElementBounds bounds(Datatype type) {
        return type.marks != null ? type.marks : ElementBounds.of(type.shape());
    }

    /** A new type that can be used at once; marks among its bounds make them other ones than its data have. */
    private static Datatype ofElements(
            String method,
            String arguments,
            BaseType base,
            Supplier<ElementBounds> bounds,
            Supplier<TypeShape> data,
            Supplier<TypeContents> contents) {
        ElementBounds[] marks = new ElementBounds[1];
        Datatype plain = derived(
                method,
                arguments,
                () -> {
                    ElementBounds all = bounds.get();
                    TypeShape shape = data.get();
                    if (!all.areMarked()) {
                        return shape;
                    }
                    marks[0] = all;
                    long unit = base.elementBytes();
                    return shape.resized(Math.multiplyExact(all.lb(), unit), Math.multiplyExact(all.extent(), unit));
                },
                contents);
        Datatype made = new Datatype(plain.shape, false, "", marks[0]);
        made.contents = plain.contents;
        made.commit();
        return made;
    }
}
