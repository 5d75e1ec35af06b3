package org.bipj.mpi.call;

import static org.bipj.mpi.call.CallFacts.Kind.ACCESSES;
import static org.bipj.mpi.call.CallFacts.Kind.CANCELS;
import static org.bipj.mpi.call.CallFacts.Kind.COLLECTIVE;
import static org.bipj.mpi.call.CallFacts.Kind.ENVIRONMENT;
import static org.bipj.mpi.call.CallFacts.Kind.EPOCH;
import static org.bipj.mpi.call.CallFacts.Kind.EXCHANGES;
import static org.bipj.mpi.call.CallFacts.Kind.FILE;
import static org.bipj.mpi.call.CallFacts.Kind.FREES;
import static org.bipj.mpi.call.CallFacts.Kind.MEETS;
import static org.bipj.mpi.call.CallFacts.Kind.PLAIN;
import static org.bipj.mpi.call.CallFacts.Kind.PROBES;
import static org.bipj.mpi.call.CallFacts.Kind.RECEIVES;
import static org.bipj.mpi.call.CallFacts.Kind.SENDS;
import static org.bipj.mpi.call.CallFacts.Kind.STARTS;
import static org.bipj.mpi.call.CallFacts.Kind.TESTS;
import static org.bipj.mpi.call.CallFacts.Kind.WAITS;
import static org.bipj.mpi.call.CallFacts.Trait.ALIKE_IN_BOTH_GROUPS;
import static org.bipj.mpi.call.CallFacts.Trait.AMONG_NEIGHBOURS;
import static org.bipj.mpi.call.CallFacts.Trait.CLOSES;
import static org.bipj.mpi.call.CallFacts.Trait.COMPLETES;
import static org.bipj.mpi.call.CallFacts.Trait.COMPLETES_HERE;
import static org.bipj.mpi.call.CallFacts.Trait.MOVES_DATA;
import static org.bipj.mpi.call.CallFacts.Trait.OF_ALL;
import static org.bipj.mpi.call.CallFacts.Trait.OF_ONE_TARGET;
import static org.bipj.mpi.call.CallFacts.Trait.OPENS;
import static org.bipj.mpi.call.CallFacts.Trait.OWN_COUNTS;
import static org.bipj.mpi.call.CallFacts.Trait.READS_FAILURES;
import static org.bipj.mpi.call.CallFacts.Trait.REDUCES;
import static org.bipj.mpi.call.CallFacts.Trait.SYNCHRONISES;
import static org.bipj.mpi.call.Who.ALL;
import static org.bipj.mpi.call.Who.NOBODY;
import static org.bipj.mpi.call.Who.OTHERS;
import static org.bipj.mpi.call.Who.ROOT;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the calls of MPI are, for all that look at calls and perform none: the checker, listeners, the profile, the recorder, its page. A
 * row is an operation, with the names that its methods have in both dialects: those of the blocking form, those that start it, and those
 * that prepare it. A public method of a class with calls that no row names communicates with nobody and waits for nobody; a test lists
 * these.
 *
 * <p>A method is named as in a recording: by its class and name, such as {@code Win.put}, or by its name alone if it belongs to a
 * communicator. Methods of {@code Prequest} and {@code ObjectRequest} count as those of {@code Request}.
 */
public enum CallFacts {
    // ---- point to point (MPI 4.1 chapter 3) ----------------------------------------------------------------------

    SEND(SENDS, "send Send sendObject", "iSend Isend iSendObject", "sendInit Send_init sendObjectInit"),
    SSEND(SENDS, "sSend Ssend", "isSend Issend", "sSendInit Ssend_init"),
    RSEND(SENDS, "rSend Rsend", "irSend Irsend", "rSendInit Rsend_init"),
    BSEND(SENDS, "bSend Bsend bSendObject", "ibSend Ibsend ibSendObject", "bSendInit Bsend_init bSendObjectInit"),
    RECV(RECEIVES, "recv Recv recvObject", "iRecv Irecv iRecvObject", "recvInit Recv_init"),
    SENDRECV(EXCHANGES, "sendRecv Sendrecv", "iSendRecv", ""),
    SENDRECV_REPLACE(EXCHANGES, "sendRecvReplace Sendrecv_replace", "iSendRecvReplace", ""),
    PROBE(PROBES, "probe Probe", "iProbe Iprobe", ""),
    MPROBE(PROBES, "Message.mProbe", "Message.imProbe", ""),
    /** Receives what {@link #MPROBE} has taken. */
    MRECV(RECEIVES, "Message.mRecv Message.mRecvObject", "Message.imRecv", ""),
    ATTACH_BUFFER(PLAIN, "attachBuffer MPI.attachBuffer MPI.Buffer_attach Session.attachBuffer"),
    DETACH_BUFFER(PLAIN, "detachBuffer MPI.detachBuffer MPI.Buffer_detach Session.detachBuffer"),
    FLUSH_BUFFER(
            PLAIN,
            "flushBuffer MPI.flushBuffer Session.flushBuffer",
            "iFlushBuffer MPI.iFlushBuffer Session.iFlushBuffer",
            ""),
    PACK(PLAIN, "pack Pack"),
    UNPACK(PLAIN, "unpack Unpack"),

    // ---- partitioned (chapter 4) ---------------------------------------------------------------------------------

    PARTITIONED_SEND(SENDS, "", "", "pSendInit"),
    PARTITIONED_RECV(RECEIVES, "", "", "pRecvInit"),
    READY(STARTS, "Request.pReady Request.pReadyRange Request.pReadyList"),
    ARRIVED(TESTS, "Request.pArrived"),

    // ---- requests (sections 3.7 and 3.9) -------------------------------------------------------------------------

    WAIT(WAITS, "Request.waitFor Request.waitStatus Request.Wait Request.get Request.getObject"),
    /** Waits, too; the end of a block, where a request may never have been started. */
    CLOSE_REQUEST(WAITS, "Request.close"),
    WAIT_ANY(WAITS, "Request.waitAny Request.waitAnyStatus Request.Waitany"),
    WAIT_SOME(WAITS, "Request.waitSome Request.waitSomeStatus Request.Waitsome"),
    WAIT_ALL(WAITS, "Request.waitAll Request.waitAllStatus Request.Waitall"),
    TEST(TESTS, "Request.test Request.testStatus Request.Test Request.isDone"),
    TEST_ANY(TESTS, "Request.testAny Request.testAnyStatus Request.Testany"),
    TEST_SOME(TESTS, "Request.testSome Request.testSomeStatus Request.Testsome"),
    TEST_ALL(TESTS, "Request.testAll Request.testAllStatus Request.Testall"),
    GET_STATUS(TESTS, "Request.getStatus Request.getStatusAny Request.getStatusSome Request.getStatusAll"),
    START(STARTS, "Request.start Request.Start"),
    START_ALL(STARTS, "Request.startAll Request.Startall"),
    CANCEL(CANCELS, "Request.cancel Request.Cancel"),
    FREE_REQUEST(FREES, "Request.free Request.Free"),

    // ---- collective (chapter 6, sections 8.6 to 8.8) -------------------------------------------------------------

    BARRIER(COLLECTIVE, NOBODY, NOBODY, set(SYNCHRONISES), "barrier Barrier", "iBarrier", "barrierInit"),
    BCAST(COLLECTIVE, ROOT, OTHERS, set(MOVES_DATA, ALIKE_IN_BOTH_GROUPS), "bcast Bcast", "iBcast", "bcastInit"),
    GATHER(COLLECTIVE, ALL, ROOT, set(MOVES_DATA), "gather Gather", "iGather", "gatherInit"),
    GATHERV(COLLECTIVE, ALL, ROOT, set(MOVES_DATA, OWN_COUNTS), "gatherv Gatherv", "iGatherv", "gathervInit"),
    SCATTER(COLLECTIVE, ROOT, ALL, set(MOVES_DATA), "scatter Scatter", "iScatter", "scatterInit"),
    SCATTERV(COLLECTIVE, ROOT, ALL, set(MOVES_DATA, OWN_COUNTS), "scatterv Scatterv", "iScatterv", "scattervInit"),
    ALLGATHER(
            COLLECTIVE, ALL, ALL, set(MOVES_DATA, SYNCHRONISES), "allGather Allgather", "iAllGather", "allGatherInit"),
    ALLGATHERV(
            COLLECTIVE,
            ALL,
            ALL,
            set(MOVES_DATA, OWN_COUNTS),
            "allGatherv Allgatherv",
            "iAllGatherv",
            "allGathervInit"),
    ALLTOALL(COLLECTIVE, ALL, ALL, set(MOVES_DATA, SYNCHRONISES), "allToAll Alltoall", "iAllToAll", "allToAllInit"),
    ALLTOALLV(COLLECTIVE, ALL, ALL, set(MOVES_DATA, OWN_COUNTS), "allToAllv Alltoallv", "iAllToAllv", "allToAllvInit"),
    ALLTOALLW(COLLECTIVE, ALL, ALL, set(MOVES_DATA, OWN_COUNTS), "allToAllw", "iAllToAllw", "allToAllwInit"),
    REDUCE(COLLECTIVE, ALL, ROOT, set(REDUCES, ALIKE_IN_BOTH_GROUPS), "reduce Reduce", "iReduce", "reduceInit"),
    ALLREDUCE(
            COLLECTIVE,
            ALL,
            ALL,
            set(REDUCES, ALIKE_IN_BOTH_GROUPS, SYNCHRONISES),
            "allReduce Allreduce",
            "iAllReduce",
            "allReduceInit"),
    REDUCE_SCATTER(
            COLLECTIVE, ALL, ALL, set(REDUCES), "reduceScatter Reduce_scatter", "iReduceScatter", "reduceScatterInit"),
    REDUCE_SCATTER_BLOCK(
            COLLECTIVE,
            ALL,
            ALL,
            set(REDUCES, SYNCHRONISES),
            "reduceScatterBlock",
            "iReduceScatterBlock",
            "reduceScatterBlockInit"),
    SCAN(COLLECTIVE, ALL, ALL, set(REDUCES), "scan Scan", "iScan", "scanInit"),
    EXSCAN(COLLECTIVE, ALL, ALL, set(REDUCES), "exScan", "iExScan", "exScanInit"),
    NEIGHBOR_ALLGATHER(
            COLLECTIVE,
            ALL,
            ALL,
            set(MOVES_DATA, AMONG_NEIGHBOURS),
            "neighborAllGather",
            "iNeighborAllGather",
            "neighborAllGatherInit"),
    NEIGHBOR_ALLGATHERV(
            COLLECTIVE,
            ALL,
            ALL,
            set(MOVES_DATA, AMONG_NEIGHBOURS, OWN_COUNTS),
            "neighborAllGatherv",
            "iNeighborAllGatherv",
            "neighborAllGathervInit"),
    NEIGHBOR_ALLTOALL(
            COLLECTIVE,
            ALL,
            ALL,
            set(MOVES_DATA, AMONG_NEIGHBOURS),
            "neighborAllToAll",
            "iNeighborAllToAll",
            "neighborAllToAllInit"),
    NEIGHBOR_ALLTOALLV(
            COLLECTIVE,
            ALL,
            ALL,
            set(MOVES_DATA, AMONG_NEIGHBOURS, OWN_COUNTS),
            "neighborAllToAllv",
            "iNeighborAllToAllv",
            "neighborAllToAllvInit"),
    NEIGHBOR_ALLTOALLW(
            COLLECTIVE,
            ALL,
            ALL,
            set(MOVES_DATA, AMONG_NEIGHBOURS, OWN_COUNTS),
            "neighborAllToAllw",
            "iNeighborAllToAllw",
            "neighborAllToAllwInit"),
    BCAST_OBJECT(COLLECTIVE, ROOT, OTHERS, set(OF_ALL), "bcastObject"),
    GATHER_OBJECT(COLLECTIVE, ALL, ROOT, set(OF_ALL), "gatherObject"),
    SCATTER_OBJECT(COLLECTIVE, ROOT, ALL, set(OF_ALL), "scatterObject"),
    ALLGATHER_OBJECT(COLLECTIVE, ALL, ALL, set(OF_ALL), "allGatherObject"),
    ALLTOALL_OBJECT(COLLECTIVE, ALL, ALL, set(OF_ALL), "allToAllObject"),
    REDUCE_OBJECT(COLLECTIVE, ALL, ROOT, set(OF_ALL), "reduceObject"),
    ALLREDUCE_OBJECT(COLLECTIVE, ALL, ALL, set(OF_ALL), "allReduceObject"),
    REDUCE_LOCAL(PLAIN, "reduceLocal"),

    // ---- communicators (chapters 7 and 8) ------------------------------------------------------------------------

    DUP(COLLECTIVE, NOBODY, NOBODY, set(OF_ALL, SYNCHRONISES), "dup dupWithInfo clone", "iDup iDupWithInfo", ""),
    SPLIT(COLLECTIVE, NOBODY, NOBODY, set(OF_ALL, SYNCHRONISES), "split Split"),
    SPLIT_TYPE(COLLECTIVE, set(OF_ALL), "splitType"),
    CREATE(COLLECTIVE, set(OF_ALL), "create Create Creat"),
    /** Of the members of a group, which need not be all of the communicator. */
    CREATE_GROUP(COLLECTIVE, set(), "createGroup"),
    CREATE_CART(COLLECTIVE, set(OF_ALL), "createCart Create_cart"),
    CREATE_GRAPH(COLLECTIVE, set(OF_ALL), "createGraph Create_graph"),
    CREATE_DIST_GRAPH(COLLECTIVE, set(OF_ALL), "createDistGraph"),
    CREATE_DIST_GRAPH_ADJACENT(COLLECTIVE, set(OF_ALL), "createDistGraphAdjacent"),
    SUB(COLLECTIVE, set(OF_ALL), "sub Sub"),
    MERGE(COLLECTIVE, set(OF_ALL), "merge Merge"),
    /** Of two groups, whose leaders have another communicator. */
    CREATE_INTERCOMM(COLLECTIVE, set(), "createIntercomm Create_intercomm"),
    /** On no communicator. */
    CREATE_FROM_GROUP(COLLECTIVE, set(), "createFromGroup createFromGroups"),
    /** Of the processes that live, also on a communicator that is revoked. */
    SHRINK(COLLECTIVE, NOBODY, NOBODY, set(SYNCHRONISES), "shrink", "iShrink", ""),
    AGREE(COLLECTIVE, NOBODY, NOBODY, set(SYNCHRONISES), "agree", "iAgree", ""),
    /** One process makes it for all. */
    REVOKE(PLAIN, "revoke"),
    FAILURES(PLAIN, set(READS_FAILURES), "getFailed ackFailed"),
    DISCONNECT(COLLECTIVE, set(OF_ALL, Trait.FREES), "disconnect"),
    FREE_COMM(FREES, set(Trait.FREES), "free Free close"),
    ABORT(ENVIRONMENT, "abort Abort"),

    // ---- sessions and other jobs (chapter 11) --------------------------------------------------------------------

    INIT(ENVIRONMENT, "MPI.Init MPI.InitThread"),
    FINALIZE(ENVIRONMENT, NOBODY, NOBODY, set(SYNCHRONISES), "MPI.Finalize"),
    INIT_SESSION(ENVIRONMENT, "Session.init"),
    CLOSE_SESSION(ENVIRONMENT, "Session.close"),
    SPAWN(MEETS, "spawn spawnMultiple"),
    ACCEPT(MEETS, "accept"),
    CONNECT(MEETS, "connect"),
    JOIN(MEETS, "join"),
    OPEN_PORT(PLAIN, "openPort"),
    CLOSE_PORT(PLAIN, "closePort"),
    PUBLISH_NAME(PLAIN, "publishName"),
    UNPUBLISH_NAME(PLAIN, "unpublishName"),
    LOOKUP_NAME(PLAIN, "lookupName"),

    // ---- one-sided (chapter 12) ----------------------------------------------------------------------------------

    NEW_WIN(COLLECTIVE, set(), "Win.new Win.allocate Win.allocateShared"),
    ATTACH_MEMORY(PLAIN, "Win.attach"),
    DETACH_MEMORY(PLAIN, "Win.detach"),
    PUT(ACCESSES, "Win.put", "Win.rPut", ""),
    GET(ACCESSES, "Win.get", "Win.rGet", ""),
    ACCUMULATE(ACCESSES, "Win.accumulate", "Win.rAccumulate", ""),
    GET_ACCUMULATE(ACCESSES, "Win.getAccumulate", "Win.rGetAccumulate", ""),
    FETCH_AND_OP(ACCESSES, "Win.fetchAndOp"),
    COMPARE_AND_SWAP(ACCESSES, "Win.compareAndSwap"),
    FENCE(EPOCH, set(COMPLETES, OF_ALL), "Win.fence"),
    POST(EPOCH, "Win.post"),
    START_ACCESS(EPOCH, set(OPENS), "Win.start"),
    COMPLETE(EPOCH, set(CLOSES, COMPLETES), "Win.complete"),
    WAIT_ACCESS(EPOCH, "Win.waitFor"),
    TEST_ACCESS(EPOCH, "Win.test"),
    LOCK(EPOCH, set(OPENS), "Win.lock"),
    UNLOCK(EPOCH, set(CLOSES, COMPLETES, OF_ONE_TARGET), "Win.unlock"),
    LOCK_ALL(EPOCH, set(OPENS), "Win.lockAll"),
    UNLOCK_ALL(EPOCH, set(CLOSES, COMPLETES), "Win.unlockAll"),
    FLUSH(EPOCH, set(COMPLETES, OF_ONE_TARGET), "Win.flush"),
    FLUSH_ALL(EPOCH, set(COMPLETES), "Win.flushAll"),
    FLUSH_LOCAL(EPOCH, set(COMPLETES_HERE, OF_ONE_TARGET), "Win.flushLocal"),
    FLUSH_LOCAL_ALL(EPOCH, set(COMPLETES_HERE), "Win.flushLocalAll"),
    SYNC(EPOCH, "Win.sync"),
    /** Unlike that of a communicator it waits for the other processes. */
    FREE_WIN(EPOCH, set(COMPLETES, OF_ALL, Trait.FREES), "Win.free Win.close"),

    // ---- files (chapter 14) --------------------------------------------------------------------------------------

    NEW_FILE(FILE, set(), "File.new"),
    CLOSE_FILE(FILE, set(Trait.FREES), "File.close"),
    DELETE_FILE(FILE, "File.delete"),
    RESIZE_FILE(FILE, "File.setSize File.preallocate"),
    SET_VIEW(FILE, "File.setView"),
    SET_ATOMICITY(FILE, "File.setAtomicity"),
    SYNC_FILE(FILE, "File.sync"),
    SEEK(FILE, "File.seek File.seekShared"),
    READ(FILE, "File.read File.readAt File.readShared", "File.iRead File.iReadAt File.iReadShared", ""),
    WRITE(FILE, "File.write File.writeAt File.writeShared", "File.iWrite File.iWriteAt File.iWriteShared", ""),
    READ_ALL(
            FILE,
            "File.readAll File.readAtAll File.readOrdered File.readAllEnd File.readAtAllEnd File.readOrderedEnd",
            "File.iReadAll File.iReadAtAll File.readAllBegin File.readAtAllBegin File.readOrderedBegin",
            ""),
    WRITE_ALL(
            FILE,
            "File.writeAll File.writeAtAll File.writeOrdered File.writeAllEnd File.writeAtAllEnd File.writeOrderedEnd",
            "File.iWriteAll File.iWriteAtAll File.writeAllBegin File.writeAtAllBegin File.writeOrderedBegin",
            ""),

    /** What communicates with nobody, waits for nobody and ends nothing. */
    LOCAL(PLAIN, "");

    /** What a call does first of all. */
    public enum Kind {
        /** A message of its own leaves. */
        SENDS,
        /** A message comes. */
        RECEIVES,
        /** Both. */
        EXCHANGES,
        /** Looks for a message. */
        PROBES,
        /** Begins what has been prepared, or a part of it. */
        STARTS,
        /** Ends when requests are complete. */
        WAITS,
        /** Says whether they are. */
        TESTS,
        CANCELS,
        /** Ends the use of a handle, and waits for nobody. */
        FREES,
        /** Made by all ranks of a communicator, or of a group. */
        COLLECTIVE,
        /** Uses the memory of another rank. */
        ACCESSES,
        /** Begins or ends the time in which ranks use each other's memory, or orders what they do. */
        EPOCH,
        FILE,
        /** Connects ranks with those of another job. */
        MEETS,
        /** Begins or ends MPI. */
        ENVIRONMENT,
        PLAIN
    }

    /** How the operation is called. */
    public enum Form {
        /** The call does it. */
        BLOCKING,
        /** The call starts it. */
        STARTED,
        /** The call prepares it for any number of starts. */
        PREPARED
    }

    enum Trait {
        /** A collective operation by which data get from rank to rank as they are. */
        MOVES_DATA,
        /** A collective operation that reduces. */
        REDUCES,
        /** Ranks have counts of their own. */
        OWN_COUNTS,
        /** Both groups of an intercommunicator have the same counts. */
        ALIKE_IN_BOTH_GROUPS,
        /** Along the edges of a topology. */
        AMONG_NEIGHBOURS,
        /** It ends nowhere before all ranks have begun it; if there are data, where they are some. */
        SYNCHRONISES,
        /** All ranks of its communicator or window make it, in the same order as others, though it has no body of a collective operation. */
        OF_ALL,
        /** Opens an epoch of accesses that is no fence's. */
        OPENS,
        /** Closes one. */
        CLOSES,
        /** Completes accesses here and at their targets. */
        COMPLETES,
        /** Completes them here only. */
        COMPLETES_HERE,
        /** Those of one target, not of all. */
        OF_ONE_TARGET,
        /** It waits for nobody, and what it returns depends on which ranks are known to have failed. */
        READS_FAILURES,
        /** Its handle cannot be used any more. */
        FREES
    }

    /**
     * A method: what it is, and in which form.
     *
     * @param form that of {@link #LOCAL} is blocking
     */
    public record Method(CallFacts facts, Form form) {
        private static final Method NONE = new Method(LOCAL, Form.BLOCKING);

        /** True if it is one of an operation's blocking form. */
        public boolean isBlocking() {
            return form == Form.BLOCKING;
        }

        /** False for what only starts, prepares or ends something: no other rank can make it last. */
        public boolean waits() {
            return isBlocking()
                    && switch (facts.kind) {
                        case STARTS, CANCELS, FREES, ENVIRONMENT -> false;
                        case PLAIN -> facts == FLUSH_BUFFER;
                        default -> true;
                    };
        }

        /** True for a call that says whether something has happened, and does not wait for it. */
        public boolean polls() {
            return facts.kind == TESTS || facts == TEST_ACCESS || facts.kind == PROBES && !isBlocking();
        }

        /** True for a call that takes the message for which it waits. */
        public boolean takesMessage() {
            return isBlocking() && (facts == RECV || facts == MPROBE);
        }
    }

    private static final Map<String, Method> METHODS = methods();
    private static final Set<String> REQUESTS = Set.of("Request", "Prequest", "ObjectRequest");

    private final Kind kind;
    private final Who from;
    private final Who to;
    private final Set<Trait> traits;
    private final String[] names;

    CallFacts(Kind kind, String... names) {
        this(kind, NOBODY, NOBODY, set(), names);
    }

    CallFacts(Kind kind, Set<Trait> traits, String... names) {
        this(kind, NOBODY, NOBODY, traits, names);
    }

    CallFacts(Kind kind, Who from, Who to, Set<Trait> traits, String... names) {
        this.kind = kind;
        this.from = from;
        this.to = to;
        this.traits = traits;
        this.names = names;
    }

    private static Set<Trait> set(Trait... traits) {
        Set<Trait> all = EnumSet.noneOf(Trait.class);
        all.addAll(Set.of(traits));
        return all;
    }

    private static Map<String, Method> methods() {
        Map<String, Method> all = new HashMap<>();
        for (CallFacts facts : values()) {
            for (Form form : Form.values()) {
                Method method = new Method(facts, form);
                facts.names(form).forEach(name -> all.put(name, method));
            }
        }
        return all;
    }

    /** The names of its methods in a form. */
    public List<String> names(Form form) {
        boolean hasNone = form.ordinal() >= names.length || names[form.ordinal()].isEmpty();
        return hasNone ? List.of() : List.of(names[form.ordinal()].split(" "));
    }

    /**
     * A method.
     *
     * @param type simple name of its class
     * @param name its own; {@code new} for a constructor
     * @return {@link #LOCAL} if no row names it
     */
    public static Method method(String type, String name) {
        return METHODS.getOrDefault(prefix(type) + name, Method.NONE);
    }

    /** The same by its name in a recording. */
    public static Method method(String name) {
        int point = name.indexOf('.');
        String known = point < 0 ? name : prefix(name.substring(0, point)) + name.substring(point + 1);
        return METHODS.getOrDefault(known, Method.NONE);
    }

    private static String prefix(String type) {
        if (type.toLowerCase(Locale.ROOT).endsWith("comm")) {
            return "";
        }
        return (REQUESTS.contains(type) ? "Request" : type) + ".";
    }

    // ---- what a row says -----------------------------------------------------------------------------------------

    public Kind kind() {
        return kind;
    }

    /** Whose arguments say what a collective operation sends. */
    public Who from() {
        return from;
    }

    /** Whose arguments say what it receives. */
    public Who to() {
        return to;
    }

    /** True for a message between two ranks, each form of which the library marks for those who record. */
    public boolean isMessage() {
        return kind == Kind.SENDS || kind == Kind.RECEIVES || kind == Kind.EXCHANGES;
    }

    /** True for a collective operation by which data get from rank to rank as they are. */
    public boolean movesData() {
        return traits.contains(MOVES_DATA);
    }

    public boolean reduces() {
        return traits.contains(REDUCES);
    }

    /** True if ranks of a collective operation have counts of their own. */
    public boolean hasOwnCounts() {
        return traits.contains(OWN_COUNTS);
    }

    /** True if both groups of an intercommunicator have the same counts. */
    public boolean isAlikeInBothGroups() {
        return traits.contains(ALIKE_IN_BOTH_GROUPS);
    }

    /** True if the operation follows the edges of a topology. */
    public boolean isAmongNeighbours() {
        return traits.contains(AMONG_NEIGHBOURS);
    }

    /** True if a collective operation ends nowhere before all ranks have begun it; one with data, if there are some. */
    public boolean synchronises() {
        return traits.contains(SYNCHRONISES);
    }

    /** True if all ranks of a communicator or window make the call, in the same order as others, and no body of a collective operation does it. */
    public boolean isOfAll() {
        return traits.contains(OF_ALL);
    }

    /** True if the call opens an epoch of accesses that is no fence's. */
    public boolean opensAccess() {
        return traits.contains(OPENS);
    }

    /** True if it closes one. */
    public boolean closesAccess() {
        return traits.contains(CLOSES);
    }

    /** True if it completes accesses, here at least. */
    public boolean completesHere() {
        return traits.contains(COMPLETES) || traits.contains(COMPLETES_HERE);
    }

    /** True if it completes accesses here and at their targets: the same memory may be updated again. */
    public boolean completesThere() {
        return traits.contains(COMPLETES);
    }

    /** True if it completes accesses of one target, not of all. */
    public boolean isOfOneTarget() {
        return traits.contains(OF_ONE_TARGET);
    }

    /** True if the call waits for nobody, and what it returns depends on which ranks are known to have failed. */
    public boolean readsFailures() {
        return traits.contains(READS_FAILURES);
    }

    /** True if a communicator, window or file cannot be used any more after the call. */
    public boolean frees() {
        return traits.contains(Trait.FREES);
    }
}
