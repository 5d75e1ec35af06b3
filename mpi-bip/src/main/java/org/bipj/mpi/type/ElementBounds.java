package org.bipj.mpi.type;

/**
 * Where the data and the bounds of a datatype of mpiJava 1.2 lie, in elements of the array (section 3.12, "Revised definition of
 * general datatype"): the lowest and the highest of its displacements, of its marks of lower bounds, and of those of upper bounds.
 * A range whose first is behind its last is empty.
 *
 * @param firstData lowest displacement of data
 * @param lastData highest displacement of data
 * @param firstLb lowest mark of a lower bound
 * @param lastLb highest mark of a lower bound
 * @param firstUb lowest mark of an upper bound
 * @param lastUb highest mark of an upper bound
 */
public record ElementBounds(long firstData, long lastData, long firstLb, long lastLb, long firstUb, long lastUb) {
    private static final long HIGH = Long.MAX_VALUE;
    private static final long LOW = Long.MIN_VALUE;

    /** The bounds of no data. */
    public static final ElementBounds NONE = new ElementBounds(HIGH, LOW, HIGH, LOW, HIGH, LOW);

    /** The bounds of a lower-bound marker (MPI_LB). */
    public static final ElementBounds LB = new ElementBounds(HIGH, LOW, 0, 0, HIGH, LOW);

    /** The bounds of an upper-bound marker (MPI_UB). */
    public static final ElementBounds UB = new ElementBounds(HIGH, LOW, HIGH, LOW, 0, 0);

    /** The bounds of a type without marks of its own; bounds that createResized has set are marks. */
    public static ElementBounds of(TypeShape shape) {
        long unit = shape.base().elementBytes();
        long lb = Math.floorDiv(shape.layout().lb(), unit);
        long ub = Math.floorDiv(shape.layout().lb() + shape.layout().extent(), unit);
        boolean hasData = shape.layout().size() > 0;
        return new ElementBounds(
                hasData ? Math.floorDiv(shape.trueLb(), unit) : HIGH,
                hasData ? Math.floorDiv(shape.trueUb() - 1, unit) : LOW,
                shape.markedBounds() ? lb : HIGH,
                shape.markedBounds() ? lb : LOW,
                shape.markedBounds() ? ub : HIGH,
                shape.markedBounds() ? ub : LOW);
    }

    /** The bounds of this and of another one together. */
    public ElementBounds and(ElementBounds other) {
        return new ElementBounds(
                Math.min(firstData, other.firstData),
                Math.max(lastData, other.lastData),
                Math.min(firstLb, other.firstLb),
                Math.max(lastLb, other.lastLb),
                Math.min(firstUb, other.firstUb),
                Math.max(lastUb, other.lastUb));
    }

    /** These bounds, moved by a number of elements. */
    public ElementBounds at(long elements) {
        return new ElementBounds(
                moved(firstData, elements),
                moved(lastData, elements),
                moved(firstLb, elements),
                moved(lastLb, elements),
                moved(firstUb, elements),
                moved(lastUb, elements));
    }

    private static long moved(long place, long elements) {
        return place == HIGH || place == LOW ? place : Math.addExact(place, elements);
    }

    /** Of elements in a row, of which the first is behind so many elements. */
    public ElementBounds repeated(long elements, long count) {
        return count <= 0
                ? NONE
                : at(elements).and(at(Math.addExact(elements, Math.multiplyExact(count - 1, extent()))));
    }

    /** True where a marker sets a bound. */
    public boolean areMarked() {
        return firstLb <= lastLb || firstUb <= lastUb;
    }

    /** The lower bound: the lowest mark of one if there is any, else the lowest displacement of all. */
    public long lb() {
        if (firstLb <= lastLb) {
            return firstLb;
        }
        long first = Math.min(firstData, firstUb);
        return first == HIGH ? 0 : first;
    }

    /** The upper bound: the highest mark of one if there is any, else behind the highest displacement of all. */
    public long ub() {
        if (firstUb <= lastUb) {
            return lastUb;
        }
        long last = Math.max(lastData, lastLb);
        return last == LOW ? 0 : last + 1;
    }

    /** The distance from the lower bound to the upper one. */
    public long extent() {
        return Math.subtractExact(ub(), lb());
    }
}
