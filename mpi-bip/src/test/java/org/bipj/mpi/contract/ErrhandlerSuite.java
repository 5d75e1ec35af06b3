package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Errhandler;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Error handlers that are functions of the program, and error classes, codes and texts of its own (MPI 4.1 sections 9.3 to 9.5). */
public final class ErrhandlerSuite extends Suite {
    /** Adds the cases. */
    public ErrhandlerSuite() {
        add("a function sees the communicator and the code, then the call throws", 1, ErrhandlerSuite::function);
        add("what a function throws takes the place of the error", 1, ErrhandlerSuite::throwing);
        add("functions for windows and files get their handle", 2, ErrhandlerSuite::otherHandles);
        add("a handler is for one kind of handle", 1, ErrhandlerSuite::kinds);
        add("classes, codes and texts are added and removed", 1, ErrhandlerSuite::codes);
        add("an added code comes with its class", 1, ErrhandlerSuite::raised);
    }

    private static void function(Rank rank) {
        Intracomm comm = rank.comm();
        List<String> seen = new ArrayList<>();
        Errhandler handler =
                Comm.createErrhandler((on, code) -> seen.add(on.getSize() + " " + (on == comm) + " " + code));
        comm.setErrhandler(handler);
        Check.equal(handler, comm.getErrhandler(), "the handler");
        Check.error(MPI.ERR_RANK, "dest is 9", () -> comm.send(new int[1], 1, MPI.INT, 9, 0));
        comm.callErrhandler(MPI.ERR_OTHER);
        Intracomm copy = comm.dup();
        Check.error(MPI.ERR_ROOT, "root is 7", () -> copy.bcast(new int[1], 1, MPI.INT, 7));
        copy.free();
        Check.equal(
                List.of("1 true " + MPI.ERR_RANK, "1 true " + MPI.ERR_OTHER, "1 false " + MPI.ERR_ROOT), seen, "calls");
    }

    private static void throwing(Rank rank) {
        Intracomm comm = rank.comm();
        comm.setErrhandler(Comm.createErrhandler((on, code) -> {
            throw new IllegalStateException("instead of " + code);
        }));
        try {
            comm.recv(new int[1], 1, MPI.INT, 0, -7);
        } catch (IllegalStateException e) {
            Check.equal("instead of " + MPI.ERR_TAG, e.getMessage(), "thrown");
            return;
        }
        throw new AssertionError("nothing was thrown");
    }

    private static void otherHandles(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        List<Object> seen = new ArrayList<>();
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm)) {
            win.setErrhandler(Win.createErrhandler((on, code) -> seen.add(on)));
            win.fence(0);
            Check.error(MPI.ERR_RANK, "rank 5", () -> win.put(new int[1], 1, MPI.INT, 5, 0, 1, MPI.INT));
            win.callErrhandler(MPI.ERR_WIN);
            win.fence(0);
            Check.equal(List.of(win, win), seen, "calls for the window");
        }
        seen.clear();
        SharedFile.use(rank, path -> {
            int mode = MPI.MODE_RDWR | MPI.MODE_CREATE | MPI.MODE_DELETE_ON_CLOSE;
            try (File file = new File(comm, path.toString(), mode)) {
                file.setErrhandler(File.createErrhandler((on, code) -> seen.add(on)));
                Check.error(MPI.ERR_COUNT, "count is -1", () -> file.read(new byte[1], -1, MPI.BYTE));
                Check.equal(List.of(file), seen, "calls for the file");
            }
        });
    }

    private static void kinds(Rank rank) {
        Intracomm comm = rank.comm();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        Errhandler ofWindows = Win.createErrhandler((on, code) -> {});
        Check.error(MPI.ERR_ERRHANDLER, "a function for a Win", () -> comm.setErrhandler(ofWindows));
        Check.equal(MPI.ERRORS_RETURN, comm.getErrhandler(), "the handler before");
        Check.error(MPI.ERR_ARG, "the function", () -> Comm.createErrhandler(null));
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm)) {
            win.setErrhandler(MPI.ERRORS_RETURN);
            Errhandler ofComms = Comm.createErrhandler((on, code) -> {});
            Check.error(MPI.ERR_ERRHANDLER, "a function for a Comm", () -> win.setErrhandler(ofComms));
        }
    }

    private static void codes(Rank rank) {
        ErrorCodeCalls mpi = rank.errorCodes();
        int before = (Integer) rank.comm().getAttr(MPI.LASTUSEDCODE);
        Check.that(before >= MPI.ERR_LASTCODE, "the last code");
        int added = mpi.addErrorClass();
        Check.equal(before + 1, added, "a class");
        int code = mpi.addErrorCode(added);
        int ofTheirs = mpi.addErrorCode(MPI.ERR_IO);
        Check.equal((Object) ofTheirs, rank.comm().getAttr(MPI.LASTUSEDCODE), "the last code");
        Check.equal(added, mpi.getErrorClass(code), "the class of a code");
        Check.equal(added, mpi.getErrorClass(added), "the class of a class");
        Check.equal(MPI.ERR_IO, mpi.getErrorClass(ofTheirs), "a class of the standard");
        Check.equal(MPI.ERR_TAG, mpi.getErrorClass(MPI.ERR_TAG), "a code of the standard");
        Check.equal("", mpi.getErrorString(code), "no text yet");
        mpi.addErrorString(code, "the wing has come off");
        Check.equal("the wing has come off", mpi.getErrorString(code), "the text");
        mpi.addErrorString(code, "the other wing, too");
        Check.equal("the other wing, too", mpi.getErrorString(code), "another text");
        Check.that(mpi.getErrorString(MPI.ERR_TRUNCATE).contains("MPI_ERR_TRUNCATE"), "a text of the standard");
        Check.error(MPI.ERR_ARG, "has the code " + code, () -> mpi.removeErrorClass(added));
        Check.error(MPI.ERR_ARG, "is an error class", () -> mpi.removeErrorCode(added));
        Check.error(MPI.ERR_ARG, "is an error code", () -> mpi.removeErrorClass(code));
        Check.error(MPI.ERR_ARG, "has the text \"the other wing, too\"", () -> mpi.removeErrorCode(code));
        Check.equal("the other wing, too", mpi.getErrorString(code), "the text of a code that stays");
        mpi.removeErrorString(code);
        Check.error(MPI.ERR_ARG, "has no text", () -> mpi.removeErrorString(code));
        mpi.removeErrorCode(code);
        mpi.addErrorString(added, "of wings");
        Check.error(MPI.ERR_ARG, "has the text \"of wings\"", () -> mpi.removeErrorClass(added));
        mpi.removeErrorString(added);
        mpi.removeErrorClass(added);
        mpi.removeErrorCode(ofTheirs);
        for (int gone : new int[] {code, added, ofTheirs, 1000000, -1}) {
            Check.error(MPI.ERR_ARG, "which is none", () -> mpi.getErrorClass(gone));
            Check.error(MPI.ERR_ARG, "which is none", () -> mpi.getErrorString(gone));
            Check.error(MPI.ERR_ARG, "which is none", () -> mpi.addErrorCode(gone));
        }
        Check.error(MPI.ERR_ARG, "the library's", () -> mpi.addErrorString(MPI.ERR_TAG, "mine"));
        Check.error(MPI.ERR_ARG, "the library's", () -> mpi.removeErrorClass(MPI.ERR_TAG));
        Check.that(mpi.addErrorClass() > ofTheirs, "a number was used again");
    }

    private static void raised(Rank rank) {
        Intracomm comm = rank.comm();
        ErrorCodeCalls mpi = rank.errorCodes();
        int added = mpi.addErrorClass();
        int code = mpi.addErrorCode(added);
        boolean[] refuses = {true};
        int key = Comm.createKeyval((from, keyval, value) -> value, (from, keyval, value) -> {
            if (refuses[0]) {
                throw new MPIException(code, "not now");
            }
        });
        comm.setErrhandler(MPI.ERRORS_RETURN);
        comm.setAttr(key, "kept");
        try {
            comm.deleteAttr(key);
        } catch (MPIException e) {
            Check.equal(code, e.getErrorCode(), "the code");
            Check.equal(added, e.getErrorClass(), "the class");
            refuses[0] = false;
            comm.deleteAttr(key);
            return;
        }
        throw new AssertionError("nothing was thrown");
    }
}
