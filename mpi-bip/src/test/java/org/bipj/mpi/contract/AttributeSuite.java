package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.CopyAttrFunction;
import mpi.Datatype;
import mpi.DeleteAttrFunction;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Attributes, and the program's functions that copy and delete them (MPI 4.1 section 7.7). */
public final class AttributeSuite extends Suite {
    /** Adds the cases. */
    public AttributeSuite() {
        add("copy functions say what a duplicate gets", 2, AttributeSuite::copies);
        add("a duplicate of an intercommunicator", 2, AttributeSuite::between);
        add(
                "delete functions: one attribute, another value, all at free in reverse order",
                2,
                AttributeSuite::deletions);
        add("a copy function that fails on one rank", 2, AttributeSuite::failedCopy);
        add("a delete function that fails: the attribute and the object stay", 1, AttributeSuite::failedDeletion);
        add("functions may call MPI and change attributes", 2, AttributeSuite::callsWithin);
        add("attributes under a freed key", 1, AttributeSuite::freedKey);
        add("datatypes", 1, AttributeSuite::datatypes);
        add("windows", 2, AttributeSuite::windows);
        add("keys of another kind, and null functions", 1, AttributeSuite::arguments);
        add("hints are not copied by dup and iDup", 2, AttributeSuite::hints);
    }

    private static void copies(Rank rank) {
        Intracomm comm = rank.comm().dup();
        List<String> calls = new ArrayList<>();
        int counted = Comm.createKeyval(
                (original, key, value) -> {
                    calls.add(value + " of " + (original == comm ? "the original" : "another"));
                    return (int) value + 1;
                },
                DeleteAttrFunction.none());
        int same = Comm.createKeyval(CopyAttrFunction.same(), DeleteAttrFunction.none());
        int none = Comm.createKeyval(CopyAttrFunction.none(), DeleteAttrFunction.none());
        int plain = Comm.createKeyval();
        comm.setAttr(counted, 5);
        comm.setAttr(same, calls);
        comm.setAttr(none, "original's");
        comm.setAttr(plain, "plain");
        try (Intracomm copy = comm.dup();
                Intracomm later = comm.iDup();
                Intracomm second = copy.dupWithInfo(MPI.INFO_NULL)) {
            // What is copied is what there was when iDup was called.
            comm.setAttr(counted, 50);
            later.getRequest().waitFor();
            Check.equal(List.of("5 of the original", "5 of the original", "6 of another"), calls, "calls");
            Check.equal(6, copy.getAttr(counted), "in a dup");
            Check.equal(6, later.getAttr(counted), "in an iDup");
            Check.equal(7, second.getAttr(counted), "in a dup of the dup");
            for (Intracomm one : List.of(copy, later, second)) {
                Check.that(one.getAttr(same) == calls, "the same value");
                Check.equal(null, one.getAttr(none), "not copied");
                Check.equal("plain", one.getAttr(plain), "a key without functions");
            }
        }
        Intracomm part = comm.split(0, 0);
        Check.equal(null, part.getAttr(same), "what is no duplicate has none");
        part.free();
        comm.free();
        for (int key : new int[] {counted, same, none, plain}) {
            Comm.freeKeyval(key);
        }
    }

    private static void between(Rank rank) {
        Intracomm mine = rank.comm().split(rank.rank(), 0);
        Intercomm both = rank.comm().createIntercomm(mine, 0, 1 - rank.rank(), 3);
        List<Object> deleted = new ArrayList<>();
        int key = Comm.createKeyval(
                (original, keyval, value) -> original == both ? "copy of " + value : null,
                (comm, keyval, value) -> deleted.add(value));
        both.setAttr(key, "a");
        Intercomm copy = both.dup();
        Check.equal("copy of a", copy.getAttr(key), "in the duplicate");
        copy.free();
        both.free();
        Check.equal(List.of("copy of a", "a"), deleted, "deleted");
        mine.free();
        Comm.freeKeyval(key);
    }

    private static void deletions(Rank rank) {
        Intracomm comm = rank.comm().dup();
        List<String> deleted = new ArrayList<>();
        int[] keys = new int[4];
        for (int i = 0; i < keys.length; i++) {
            String name = "key " + i + " ";
            keys[i] = Comm.createKeyval(CopyAttrFunction.same(), (object, key, value) -> {
                Check.that(!object.isNull() && object.getAttr(key) == value, "the attribute is still there");
                deleted.add(name + value);
            });
            comm.setAttr(keys[i], "a");
        }
        Check.equal(List.of(), deleted, "nothing was deleted yet");
        comm.deleteAttr(keys[1]);
        comm.deleteAttr(keys[1]);
        comm.setAttr(keys[0], "b");
        Check.equal(List.of("key 1 a", "key 0 a"), deleted, "deleted and replaced");
        Intracomm copy = comm.dup();
        deleted.clear();
        copy.free();
        Check.equal(List.of("key 0 b", "key 3 a", "key 2 a"), deleted, "of the duplicate, the newest first");
        comm.free();
        Check.equal(6, deleted.size(), "and of the original");
        for (int key : keys) {
            Comm.freeKeyval(key);
        }
    }

    /** One rank's call fails; the other's succeeds, and neither waits for ever. */
    private static void failedCopy(Rank rank) throws Exception {
        Intracomm comm = rank.comm().dup();
        boolean[] fails = {rank.rank() == 0};
        List<Object> deleted = new ArrayList<>();
        int first = Comm.createKeyval(CopyAttrFunction.same(), (object, key, value) -> deleted.add(value));
        int failing = Comm.createKeyval(
                (object, key, value) -> {
                    if (fails[0]) {
                        throw new MPIException(MPI.ERR_NO_SPACE, "no room for a copy");
                    }
                    return value;
                },
                DeleteAttrFunction.none());
        comm.setAttr(first, "first");
        comm.setAttr(failing, "second");
        if (rank.rank() == 0) {
            String words = "the copy function of keyval " + failing + " has failed: no room for a copy";
            Check.error(MPI.ERR_NO_SPACE, comm::dup, "dup (rank 0", words);
            Check.equal(List.of("first"), deleted, "what had been copied is deleted");
            Check.error(MPI.ERR_NO_SPACE, comm::iDup, "iDup (rank 0", words);
            Check.error(MPI.ERR_NO_SPACE, () -> comm.dupWithInfo(MPI.INFO_NULL), words);
            Check.equal(3, deleted.size(), "deleted each time");
        } else {
            Intracomm copy = comm.dup();
            Intracomm second = comm.iDup();
            second.getRequest().waitFor();
            Intracomm third = comm.dupWithInfo(MPI.INFO_NULL);
            for (Intracomm one : List.of(copy, second, third)) {
                Check.equal("second", one.getAttr(failing), "copied");
                one.free();
            }
        }
        fails[0] = false;
        try (Intracomm copy = comm.dup()) {
            int[] sum = {1};
            copy.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(2, sum[0], "the next duplicate works");
        }
        comm.free();
        // What the program throws that is no error of MPI comes out as it is.
        int broken = Comm.createKeyval(
                (object, key, value) -> {
                    throw new IllegalStateException("broken");
                },
                DeleteAttrFunction.none());
        Intracomm other = rank.self().dup();
        other.setAttr(broken, 1);
        try {
            other.dup();
            throw new AssertionError("a duplicate was made");
        } catch (IllegalStateException e) {
            Check.equal("broken", e.getMessage(), "the program's exception");
        }
        other.free();
        Comm.freeKeyval(first);
        Comm.freeKeyval(failing);
        Comm.freeKeyval(broken);
    }

    private static void failedDeletion(Rank rank) throws Exception {
        Intracomm comm = rank.comm().dup();
        boolean[] fails = {true};
        List<Object> deleted = new ArrayList<>();
        int key = Comm.createKeyval(CopyAttrFunction.same(), (object, keyval, value) -> {
            if (fails[0]) {
                throw new MPIException(MPI.ERR_ACCESS, "in use");
            }
            deleted.add(value);
        });
        int other = Comm.createKeyval(CopyAttrFunction.same(), (object, keyval, value) -> deleted.add(value));
        comm.setAttr(key, "kept");
        comm.setAttr(other, "newer");
        String words = "the delete function of keyval " + key + " has failed: in use";
        Check.error(MPI.ERR_ACCESS, () -> comm.deleteAttr(key), "deleteAttr", words);
        Check.error(MPI.ERR_ACCESS, () -> comm.setAttr(key, "replaced"), "setAttr", words);
        Check.error(MPI.ERR_ACCESS, comm::free, "free", words);
        Check.equal("kept", comm.getAttr(key), "the attribute");
        Check.equal(List.of("newer"), deleted, "up to the one that failed");
        comm.barrier();
        fails[0] = false;
        comm.free();
        Check.that(comm.isNull(), "freed");
        Check.equal(List.of("newer", "kept"), deleted, "each once");
        Comm.freeKeyval(key);
        Comm.freeKeyval(other);
    }

    private static void callsWithin(Rank rank) {
        Intracomm comm = rank.comm().dup();
        int other = Comm.createKeyval();
        int key = Comm.createKeyval(
                (original, keyval, value) -> {
                    int[] sum = {(int) value};
                    original.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    original.setAttr(other, "set meanwhile");
                    return sum[0];
                },
                (object, keyval, value) -> {
                    object.barrier();
                    object.deleteAttr(other);
                });
        comm.setAttr(key, 4);
        Intracomm copy = comm.dup();
        Check.equal(8, copy.getAttr(key), "the sum of both ranks");
        Check.equal("set meanwhile", comm.getAttr(other), "an attribute of the original");
        Check.equal(null, copy.getAttr(other), "it came too late to be copied");
        copy.free();
        comm.free();
        Comm.freeKeyval(key);
        Comm.freeKeyval(other);
    }

    private static void freedKey(Rank rank) throws Exception {
        Intracomm comm = rank.comm().dup();
        List<Object> deleted = new ArrayList<>();
        int key = Comm.createKeyval(CopyAttrFunction.same(), (object, keyval, value) -> deleted.add(value));
        comm.setAttr(key, "a");
        Comm.freeKeyval(key);
        Check.error(MPI.ERR_KEYVAL, () -> comm.setAttr(key, "b"), "was freed");
        Check.error(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(key), "Comm.freeKeyval", "was freed");
        Check.equal("a", comm.getAttr(key), "still there");
        Intracomm copy = comm.dup();
        Check.equal("a", copy.getAttr(key), "and copied");
        copy.free();
        comm.free();
        Check.equal(List.of("a", "a"), deleted, "and deleted");
    }

    private static void datatypes(Rank rank) throws Exception {
        List<Object> deleted = new ArrayList<>();
        boolean[] fails = {false};
        int key = Datatype.createKeyval((original, keyval, value) -> value + "+", (type, keyval, value) -> {
            if (fails[0]) {
                throw new MPIException(MPI.ERR_ACCESS, "in use");
            }
            deleted.add(value);
        });
        int failing = Datatype.createKeyval(
                (original, keyval, value) -> {
                    throw new MPIException(MPI.ERR_NO_MEM, "no room");
                },
                DeleteAttrFunction.none());
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.setAttr(key, "a");
        Datatype copy = type.dup();
        Check.equal("a+", copy.getAttr(key), "in the duplicate");
        copy.setAttr(key, "b");
        fails[0] = true;
        Check.error(MPI.ERR_ACCESS, copy::free, "Datatype.free", "keyval " + key, "in use");
        Check.error(MPI.ERR_ACCESS, () -> copy.deleteAttr(key), "Datatype.deleteAttr");
        Check.that(!copy.isNull(), "the type stays");
        fails[0] = false;
        copy.free();
        type.setAttr(failing, 1);
        Check.error(MPI.ERR_NO_MEM, type::dup, "Datatype.dup", "keyval " + failing, "no room");
        type.free();
        Check.equal(List.of("a+", "b", "a+", "a"), deleted, "deleted: replaced, freed, not needed, freed");
        Datatype.freeKeyval(key);
        Datatype.freeKeyval(failing);
    }

    private static void windows(Rank rank) throws Exception {
        List<Object> deleted = new ArrayList<>();
        boolean[] fails = {true};
        int key = Win.createKeyval(CopyAttrFunction.none(), (win, keyval, value) -> {
            if (fails[0]) {
                throw new MPIException(MPI.ERR_ACCESS, "in use");
            }
            deleted.add(value);
        });
        int ofComm = Comm.createKeyval(
                (original, keyval, value) -> {
                    throw new MPIException("a window is no duplicate of the program's");
                },
                DeleteAttrFunction.none());
        Intracomm comm = rank.comm();
        comm.setAttr(ofComm, 1);
        Win win = new Win(new int[4], 4, 1, MPI.INFO_NULL, comm);
        win.setErrhandler(MPI.ERRORS_RETURN);
        win.setAttr(key, "a");
        Check.error(MPI.ERR_ACCESS, win::free, "Win.free", "keyval " + key, "in use");
        Check.error(MPI.ERR_ACCESS, () -> win.setAttr(key, "b"), "Win.setAttr");
        fails[0] = false;
        win.fence(0);
        win.setAttr(key, "b");
        win.fence(0);
        win.free();
        Check.equal(List.of("a", "b"), deleted, "deleted");
        comm.deleteAttr(ofComm);
        Win.freeKeyval(key);
        Comm.freeKeyval(ofComm);
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int ofComm = Comm.createKeyval();
        int ofWin = Win.createKeyval();
        int ofType = Datatype.createKeyval();
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm)) {
            win.setErrhandler(MPI.ERRORS_RETURN);
            String[] words = {ofWin + " is a key of Win.createKeyval", "expected one of Comm.createKeyval"};
            Check.error(MPI.ERR_KEYVAL, () -> comm.setAttr(ofWin, 1), words);
            Check.error(MPI.ERR_KEYVAL, () -> comm.getAttr(ofWin), words);
            Check.error(MPI.ERR_KEYVAL, () -> comm.deleteAttr(ofWin), words);
            Check.error(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(ofWin), words);
            Check.error(MPI.ERR_KEYVAL, () -> comm.setAttr(ofType, 1), "Datatype.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> win.setAttr(ofComm, 1), "expected one of Win.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> win.getAttr(ofType), "Datatype.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> Win.freeKeyval(ofType), "Datatype.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> type.setAttr(ofWin, 1), "expected one of Datatype.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> type.getAttr(ofComm), "Comm.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> type.deleteAttr(ofComm), "Comm.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> Datatype.freeKeyval(ofComm), "Comm.createKeyval");
            Check.error(MPI.ERR_KEYVAL, () -> Comm.freeKeyval(MPI.TAG_UB), "is no key of Comm.createKeyval");
        }
        comm.setAttr(ofComm, 1);
        comm.deleteAttr(ofComm);
        Check.error(
                MPI.ERR_ARG,
                () -> Comm.createKeyval(null, DeleteAttrFunction.none()),
                "Comm.createKeyval",
                "copy function",
                "null");
        Check.error(
                MPI.ERR_ARG,
                () -> Win.createKeyval(CopyAttrFunction.none(), null),
                "Win.createKeyval",
                "delete function");
        Comm.freeKeyval(ofComm);
        Win.freeKeyval(ofWin);
        Datatype.freeKeyval(ofType);
        type.free();
    }

    private static void hints(Rank rank) {
        try (Info info = new Info();
                Intracomm comm = rank.comm().dup()) {
            info.set("key", "value");
            comm.setInfo(info);
            try (Intracomm copy = comm.dup();
                    Intracomm later = comm.iDup();
                    Intracomm given = comm.dupWithInfo(info)) {
                later.getRequest().waitFor();
                Check.equal(0, copy.getInfo().size(), "dup");
                Check.equal(0, later.getInfo().size(), "iDup");
                Check.equal("value", given.getInfo().get("key"), "dupWithInfo");
            }
        }
    }
}
