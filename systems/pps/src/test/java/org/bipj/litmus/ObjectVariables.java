package org.bipj.litmus;

import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;

/** Variables that are objects of Orca: each one once as a replicated object, and once on each rank. */
final class ObjectVariables implements Variables {
    private static final Update<int[], int[], Void> WRITE =
            Update.of("write", Codec.INTS, (int[] cells, int[] cellAndValue) -> {
                cells[cellAndValue[0]] = cellAndValue[1];
            });
    private static final Update<int[], int[], Integer> EXCHANGE =
            Update.of("exchange", Codec.INTS, Codec.INT, ObjectVariables::exchange);
    private static final Update<int[], int[], Integer> TAKE = Update.<int[], int[], Integer>of(
                    "take", Codec.INTS, Codec.INT, ObjectVariables::exchange)
            .when((cells, cellAndValue) -> cells[cellAndValue[0]] != 0);
    private static final Read<int[], Integer, Integer> READ =
            Read.of("read", Codec.INT, Codec.INT, (cells, cell) -> cells[cell]);
    private static final Read<int[], Integer, Integer> AWAIT = Read.<int[], Integer, Integer>of(
                    "await", Codec.INT, Codec.INT, (cells, cell) -> cells[cell])
            .when((cells, cell) -> cells[cell] != 0);
    private static final Update<int[], int[], Void> ADD = Update.of("add", Codec.INTS, (int[] sums, int[] values) -> {
        for (int i = 0; i < values.length; i++) {
            sums[i] += values[i];
        }
    });
    private static final Read<int[], Void, int[]> ALL =
            Read.of("all", Codec.NONE, Codec.INTS, (sums, none) -> sums.clone());

    private final Orca orca;
    private final int cells;
    private final SharedObject<int[]>[][] objects;

    @SuppressWarnings({"unchecked", "rawtypes"})
    ObjectVariables(Orca orca, int variables, int cells) {
        this.orca = orca;
        this.cells = cells;
        objects = new SharedObject[variables][1 + orca.size()];
        for (int variable = 0; variable < variables; variable++) {
            for (int place = EVERYWHERE; place < orca.size(); place++) {
                objects[variable][1 + place] = make((char) ('x' + variable) + " at " + place, place);
            }
        }
    }

    private SharedObject<int[]> make(String name, int place) {
        return place == EVERYWHERE
                ? orca.replicated(name, () -> new int[cells], WRITE, EXCHANGE, TAKE, READ, AWAIT)
                : orca.onRank(place, name, () -> new int[cells], WRITE, EXCHANGE, TAKE, READ, AWAIT);
    }

    private static int exchange(int[] cells, int[] cellAndValue) {
        int before = cells[cellAndValue[0]];
        cells[cellAndValue[0]] = cellAndValue[1];
        return before;
    }

    private SharedObject<int[]> object(int place, int variable) {
        return objects[variable][1 + place];
    }

    @Override
    public void write(int place, int variable, int cell, int value) {
        object(place, variable).update(WRITE, new int[] {cell, value});
    }

    @Override
    public int read(int place, int variable, int cell) {
        return object(place, variable).read(READ, cell);
    }

    @Override
    public int update(int place, int variable, int cell, int value) {
        return object(place, variable).update(EXCHANGE, new int[] {cell, value});
    }

    @Override
    public int await(int place, int variable, int cell) {
        return object(place, variable).read(AWAIT, cell);
    }

    @Override
    public int take(int place, int variable, int cell, int value) {
        return object(place, variable).update(TAKE, new int[] {cell, value});
    }

    @Override
    public void poll() {
        orca.poll();
    }

    @Override
    public void barrier() {
        orca.barrier();
    }

    @Override
    public void sum(int[] values) {
        SharedObject<int[]> sums = orca.replicated("sums", () -> new int[values.length], ADD, ALL);
        sums.update(ADD, values);
        orca.barrier();
        System.arraycopy(sums.read(ALL), 0, values, 0, values.length);
    }
}
