package mpi;

import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bipj.core.job.family.ProcessSets;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.WorldRanks;
import org.bipj.mpi.context.Connecting;
import org.bipj.mpi.engine.PublishedNames;
import org.bipj.mpi.topology.Cartesian;
import org.bipj.mpi.topology.DistGraph;
import org.bipj.mpi.topology.DistGraphMaker;
import org.bipj.mpi.topology.Graph;
import org.bipj.mpi.topology.HardwareResource;
import org.bipj.mpi.topology.ResourceSplit;
import org.jspecify.annotations.Nullable;

/**
 * A communicator of one group of processes.
 *
 * <p><b>Collective operations on objects</b> ({@code bcastObject}) are new here: the Open MPI Java bindings lack them. All
 * processes call them, in the same order as the other collective operations. Objects of other processes are copies, made as
 * {@link Comm} says; a process's own is the object itself. Where a process cannot encode what it sends, the call fails on all
 * processes. The encoded objects that one process receives in a call are at most 2 GiB together; one object is at most that
 * over the number of processes.
 */
public class Intracomm extends Comm {
    private static final Set<Integer> SPLIT_TYPES =
            Set.of(TYPE_SHARED, TYPE_HW_GUIDED, TYPE_HW_UNGUIDED, TYPE_RESOURCE_GUIDED, Predefined.UNDEFINED);

    // Keys and values of the info object of splitType.
    private static final String HARDWARE = "mpi_hw_resource_type";
    private static final String SHARED_MEMORY = "mpi_shared_memory";
    private static final String PROCESS_SET = "mpi_pset_name";

    private static final TypeLayout INTS = TypeLayout.bytes(Integer.BYTES);

    Intracomm(MpiRank runtime, @Nullable CommCore core, String name) {
        super(runtime, core, name);
    }

    // ---- other jobs (chapter 11) ---------------------------------------------------------------------------------

    /**
     * Opens a port, at which other jobs find this process (MPI_Open_port, section 11.9.2).
     *
     * @return its name, which {@link #connect} takes; whoever knows it can connect
     * @throws MPIException of class ERR_UNSUPPORTED_OPERATION in jobs that cannot connect with others
     */
    public static String openPort() throws MPIException {
        return openPort(Predefined.INFO_NULL);
    }

    /** As {@link #openPort()}; no hint is known. */
    public static String openPort(@Nullable Info info) throws MPIException {
        return besides("openPort", MpiRank::openDoor);
    }

    /**
     * Closes a port (MPI_Close_port). Processes that wait there in {@link #connect} get an error.
     *
     * @throws MPIException of class ERR_PORT if this process has not opened it
     */
    public static void closePort(String name) throws MPIException {
        change("closePort", runtime -> runtime.closeDoor(name));
    }

    /**
     * Publishes a port under the name of a service (MPI_Publish_name, section 11.9.4): in a file that only this user can read, in the
     * directory {@code BIPJ_NAMES}, by default {@code .cache/bipj/names} in the user's home. The name is gone once this job has ended,
     * whatever ends it. One that a job of another host has left is replaced if nobody answers at its port, which this call waits for.
     *
     * @throws MPIException of class ERR_SERVICE if it is published already, or cannot be
     */
    public static void publishName(String service, String port) throws MPIException {
        publishName(service, Predefined.INFO_NULL, port);
    }

    /** As {@link #publishName(String, String)}; no hint is known. */
    public static void publishName(String service, @Nullable Info info, String port) throws MPIException {
        change(
                "publishName",
                runtime -> new PublishedNames(runtime.job()).publish(given("service", service), given("port", port)));
    }

    /**
     * Takes the name of a service back (MPI_Unpublish_name).
     *
     * @throws MPIException of class ERR_SERVICE if it is not published with this port
     */
    public static void unpublishName(String service, String port) throws MPIException {
        unpublishName(service, Predefined.INFO_NULL, port);
    }

    /** As {@link #unpublishName(String, String)}; no hint is known. */
    public static void unpublishName(String service, @Nullable Info info, String port) throws MPIException {
        change(
                "unpublishName",
                runtime -> new PublishedNames(runtime.job()).unpublish(given("service", service), given("port", port)));
    }

    /**
     * The port that a service is published with (MPI_Lookup_name).
     *
     * @throws MPIException of class ERR_NAME if it is not, or if the job has ended that has published it
     */
    public static String lookupName(String service) throws MPIException {
        return lookupName(service, Predefined.INFO_NULL);
    }

    /** As {@link #lookupName(String)}; no hint is known. */
    public static String lookupName(String service, @Nullable Info info) throws MPIException {
        return besides("lookupName", runtime -> new PublishedNames(runtime.job()).find(given("service", service)));
    }

    private static String given(String what, @Nullable String argument) {
        if (argument == null) {
            throw new EngineException(ErrorClass.ARG, "the " + what + " is null");
        }
        return argument;
    }

    private static void change(String method, Consumer<MpiRank> body) {
        besides(method, runtime -> {
            body.accept(runtime);
            return "";
        });
    }

    /** A call of no communicator. Its errors are thrown, whatever handler is set. */
    private static String besides(String method, Function<MpiRank, String> body) {
        MpiRank runtime = MpiRank.ofCaller();
        try {
            return body.apply(runtime);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Intracomm." + method + ": " + e.getMessage(), e);
        } catch (PortException e) {
            throw new MPIException(ErrorClass.PORT, "Intracomm." + method + ": " + e.getMessage(), e);
        }
    }

    /**
     * Waits for another group of processes, which calls {@link #connect}, and makes an intercommunicator with it (MPI_Comm_accept, section
     * 11.9.2). A process that waits here is never part of a deadlock, because nobody knows who may come.
     *
     * @param port a name of {@link #openPort}; matters at the root, which has opened it
     * @param root whose port it is, the same at all processes
     * @throws MPIException of class ERR_PORT at all processes if the root has no such port
     */
    public final Intercomm accept(@Nullable String port, int root) throws MPIException {
        return accept(port, Predefined.INFO_NULL, root);
    }

    /** As {@link #accept(String, int)}; no hint is known. */
    public final Intercomm accept(@Nullable String port, @Nullable Info info, int root) throws MPIException {
        return connecting("accept", root, ErrorClass.PORT, call -> call.accept(() -> runtime.door(port)));
    }

    /**
     * Connects with the group of processes that accepts at a port (MPI_Comm_connect, section 11.9.3); waits until it does. At a port of
     * this job, or of one that it is connected with, that is part of a deadlock if its process never accepts.
     *
     * @param port its name; matters at the root
     * @param root who goes to the port, the same at all processes
     * @throws MPIException of class ERR_PORT at all processes if there is no such port, or it is closed before
     */
    public final Intercomm connect(@Nullable String port, int root) throws MPIException {
        return connect(port, Predefined.INFO_NULL, root);
    }

    /** As {@link #connect(String, int)}; no hint is known. */
    public final Intercomm connect(@Nullable String port, @Nullable Info info, int root) throws MPIException {
        return connecting("connect", root, ErrorClass.PORT, call -> call.connect(port));
    }

    /**
     * Starts processes, which are a job with a COMM_WORLD of its own, and makes an intercommunicator with them (MPI_Comm_spawn, section
     * 11.8.2). Returns when all of them have called {@code MPI.Init}; there {@link Intercomm#getParent} is the other end. Their output is
     * that of this job, and they end with it while they are connected.
     *
     * <p>Info keys: {@code wdir}, the directory they start in; {@code path}, directories to look for the command in, separated by colons;
     * {@code env}, variables as lines of {@code NAME=VALUE}; {@code host}, {@code hostfile}, {@code add-host}, {@code add-hostfile}, where
     * they start; {@code soft}, how many may do instead; {@code file}, a file with hints and arguments. Others are ignored.
     *
     * @param command the program, as {@code mpirun} takes it: a command, such as {@code java}, or the name of a class on this job's class
     *     path; matters at the root
     * @param argv its arguments; null: none. Matters at the root
     * @param maxprocs how many processes, at least 1; matters at the root
     * @param info hints; null and INFO_NULL are none. Matters at the root
     * @param root whose arguments count, the same at all processes
     * @param errcodes null, or room for an error code of each process: 0 for each that has started where the call returns, and the error's
     *     class in all elements where it throws; its length matters at the root
     * @throws MPIException of class ERR_SPAWN at all processes if not all have started, with the reason
     */
    public final Intercomm spawn(
            @Nullable String command,
            String @Nullable [] argv,
            int maxprocs,
            @Nullable Info info,
            int root,
            int @Nullable [] errcodes)
            throws MPIException {
        return spawn(
                "spawn",
                root,
                errcodes,
                () -> List.of(program(
                        command,
                        argv == null ? new String[0] : argv,
                        maxprocs,
                        info == null ? Predefined.INFO_NULL : info)));
    }

    /**
     * As {@link #spawn}, for several programs, whose processes are one job (MPI_Comm_spawn_multiple, section 11.8.3).
     *
     * @param commands the programs, in the order of their ranks
     * @param argvs the arguments of each; null: none has any
     * @param maxprocs how many processes run each
     * @param infos the hints of each; null: there are none
     */
    public final Intercomm spawnMultiple(
            String @Nullable [] commands,
            String @Nullable [] @Nullable [] argvs,
            int @Nullable [] maxprocs,
            @Nullable Info @Nullable [] infos,
            int root,
            int @Nullable [] errcodes)
            throws MPIException {
        return spawn("spawnMultiple", root, errcodes, () -> {
            int n = commands == null ? 0 : commands.length;
            boolean isRight = commands != null
                    && n > 0
                    && maxprocs != null
                    && maxprocs.length >= n
                    && (argvs == null || argvs.length >= n)
                    && (infos == null || infos.length >= n);
            if (commands == null || maxprocs == null || !isRight) {
                throw new EngineException(
                        ErrorClass.ARG,
                        "there are " + n
                                + " commands; expected at least one, and for each a number of processes, and arguments"
                                + " and an info object where there are some");
            }
            List<SpawnRequest.Program> programs = new ArrayList<>();
            for (int i = 0; i < commands.length; i++) {
                String[] argv = argvs == null || argvs[i] == null ? new String[0] : argvs[i];
                Info info = infos == null || infos[i] == null ? Predefined.INFO_NULL : infos[i];
                programs.add(program(commands[i], argv, maxprocs[i], info));
            }
            return programs;
        });
    }

    private static SpawnRequest.Program program(@Nullable String command, String[] argv, int processes, Info info) {
        if (command == null || command.isBlank()) {
            throw new EngineException(ErrorClass.ARG, "the command is null or empty; expected a program");
        }
        if (processes < 1) {
            throw new EngineException(ErrorClass.SPAWN, processes + " processes are wanted; expected 1 or more");
        }
        List<String> arguments = new ArrayList<>();
        for (String argument : argv) {
            arguments.add(given("argument", argument));
        }
        return new SpawnRequest.Program(
                command, arguments, processes, info == Predefined.INFO_NULL ? Map.of() : info.toMap());
    }

    private Intercomm spawn(
            String method, int root, int @Nullable [] errcodes, Supplier<List<SpawnRequest.Program>> programs) {
        return call(method, c -> {
            try {
                return connecting(
                        c, root, ErrorClass.SPAWN, call -> call.agreed(method).spawn(programs, errcodes));
            } catch (RuntimeException e) {
                if (errcodes != null) {
                    Arrays.fill(errcodes, e instanceof EngineException failed ? failed.errorClass() : ErrorClass.SPAWN);
                }
                throw e;
            }
        });
    }

    /** The call of {@link Intercomm#join} on the communicator of one process. */
    Intercomm join(Socket socket) {
        return call("join", c -> connecting(c, 0, ErrorClass.PORT, call -> call.join(socket)));
    }

    private Intercomm connecting(String method, int root, int errorClass, Function<Connecting, CommCore> body) {
        return call(method, c -> connecting(c, root, errorClass, call -> body.apply(call.agreed(method))));
    }

    private Intercomm connecting(CommCore c, int root, int errorClass, Function<Connecting, CommCore> body) {
        try (Connecting call = new Connecting(runtime.connecting(), c, root, errorClass)) {
            return adopt(new Intercomm(runtime, body.apply(call)));
        }
    }

    // ---- new communicators ---------------------------------------------------------------------------------------

    @Override
    public Intracomm clone() {
        return dup();
    }

    @Override
    public Intracomm dup() throws MPIException {
        return duplicate(core -> new Intracomm(runtime, core, ""));
    }

    @Override
    public Intracomm iDup() throws MPIException {
        return startDup(new Intracomm(runtime, null, ""));
    }

    @Override
    public final Intracomm shrink() throws MPIException {
        return shrinkInto(new Intracomm(runtime, null, ""));
    }

    @Override
    public final Intracomm iShrink() throws MPIException {
        return startShrinkInto(new Intracomm(runtime, null, ""));
    }

    @Override
    public Intracomm dupWithInfo(Info info) throws MPIException {
        Info hints = hints("dupWithInfo", info);
        Intracomm copy = dup();
        copy.setHints(hints);
        return copy;
    }

    @Override
    public Intracomm iDupWithInfo(Info info) throws MPIException {
        Info hints = hints("iDupWithInfo", info);
        Intracomm copy = iDup();
        copy.setHints(hints);
        return copy;
    }

    private Intracomm child(@Nullable CommCore core) {
        return adopt(new Intracomm(runtime, core, ""));
    }

    private <C extends Comm> C adopt(C child) {
        child.inheritSettings(this);
        return child;
    }

    /**
     * Splits the communicator: processes of one colour form a new one, in the order of keys, of ranks where keys are
     * equal (MPI_Comm_split).
     *
     * @param colour not negative, or {@code MPI.UNDEFINED} for a process that gets a null communicator
     * @param key any number
     */
    public final Intracomm split(int colour, int key) throws MPIException {
        return split("split", colour, key);
    }

    Intracomm split(String method, int colour, int key) {
        return call(method, c -> {
            checkColour(colour);
            int[] all = new int[2 * c.size()];
            Collectives.allGather(
                    c.collectives(), Data.of(new int[] {colour, key}, 0, 2, INTS), Data.of(all, 0, 2, INTS));
            int[] members = colour == Predefined.UNDEFINED ? null : members(c, all, colour, 0, c.size());
            return child(runtime.contexts().create(c, members));
        });
    }

    static void checkColour(int colour) {
        if (colour < 0 && colour != Predefined.UNDEFINED) {
            throw new EngineException(ErrorClass.ARG, "colour is " + colour + "; expected 0 or more, or MPI.UNDEFINED");
        }
    }

    /** World ranks of a colour's processes, of those from one rank to before another, in their new order. */
    static int[] members(CommCore c, int[] coloursAndKeys, int colour, int from, int to) {
        // Key above rank: sorted as one number, equal keys stay in the order of ranks.
        long[] order = new long[to - from];
        int n = 0;
        for (int i = from; i < to; i++) {
            if (coloursAndKeys[2 * i] == colour) {
                order[n++] = ((long) coloursAndKeys[2 * i + 1] << 32) | i;
            }
        }
        Arrays.sort(order, 0, n);
        int[] world = new int[n];
        for (int i = 0; i < n; i++) {
            world[i] = c.world((int) order[i]);
        }
        return world;
    }

    /**
     * Splits the communicator by what processes share (MPI_Comm_split_type, section 7.4.2). All processes name the same type, and the
     * same value of the key, or {@code MPI.UNDEFINED}.
     *
     * <p>{@link Comm#TYPE_HW_GUIDED} takes the kind of hardware from the info key {@code mpi_hw_resource_type}: one of
     * {@link MPI#getHwResourceInfo}, or {@code mpi_shared_memory}, which is the same as {@link Comm#TYPE_SHARED}.
     * {@link Comm#TYPE_RESOURCE_GUIDED} takes that key or {@code mpi_pset_name}: the name of a process set, as a {@link Session} has it; if there are both keys the first counts. {@link Comm#TYPE_HW_UNGUIDED} takes the largest kind of hardware
     * of which no instance is used by all processes, and sets the key {@code mpi_hw_resource_type} of {@code info}, where there is
     * one, to its name. A process gets a null communicator if it is not restricted to one instance of the hardware, or is in no such
     * process set; all get one without the key, for a value that is not known here, and where no hardware splits the processes.
     *
     * @param splitType {@link Comm#TYPE_SHARED}: processes of one node; {@link Comm#TYPE_HW_GUIDED}, {@link Comm#TYPE_HW_UNGUIDED},
     *     {@link Comm#TYPE_RESOURCE_GUIDED}; or {@code MPI.UNDEFINED}
     * @param key order in the new communicator
     * @param info the keys above; null and INFO_NULL have none
     */
    public final Intracomm splitType(int splitType, int key, @Nullable Info info) throws MPIException {
        return call("splitType", c -> {
            if (!SPLIT_TYPES.contains(splitType)) {
                throw new EngineException(
                        ErrorClass.ARG,
                        "splitType is " + splitType + "; expected TYPE_SHARED, TYPE_HW_GUIDED, TYPE_HW_UNGUIDED,"
                                + " TYPE_RESOURCE_GUIDED or MPI.UNDEFINED");
            }
            String hardware = hint(info, HARDWARE);
            boolean bySet = splitType == TYPE_RESOURCE_GUIDED && hardware == null;
            String guide = bySet ? processSetHint(info) : hardware;
            boolean isGuided = splitType == TYPE_HW_GUIDED || splitType == TYPE_RESOURCE_GUIDED;
            boolean byMemory = splitType == TYPE_SHARED || SHARED_MEMORY.equals(guide);
            String place = byMemory ? runtime.job().memory() : runtime.job().node();
            ResourceSplit split = resourceSplit(c, splitType, isGuided && guide != null ? guide : "", place);
            split.checkAgreement();
            if (splitType == TYPE_HW_UNGUIDED) {
                return splitBy(split, split.largest(), key, info);
            } else if (bySet) {
                return split(processSet(c, guide), key);
            } else if (byMemory) {
                return splitBy(split, HardwareResource.MACHINE, key, null);
            }
            return splitBy(split, guide == null ? null : HardwareResource.of(guide), key, null);
        });
    }

    private static @Nullable String hint(@Nullable Info info, String key) {
        return info == null || info.isNull() ? null : info.get(key);
    }

    private static @Nullable String processSetHint(@Nullable Info info) {
        String name = hint(info, PROCESS_SET);
        return name == null ? null : ProcessSets.canonical(name);
    }

    /** Tells the others what this process uses, and learns what they use. */
    private ResourceSplit resourceSplit(CommCore c, int splitType, String guide, String place) {
        TypeLayout one = TypeLayout.bytes(ResourceSplit.BYTES);
        byte[] mine = ResourceSplit.of(splitType, guide, place, HardwareResource.instances(runtime.job()));
        byte[] all = new byte[ResourceSplit.BYTES * c.size()];
        Collectives.allGather(c.collectives(), Data.of(mine, 0, 1, one), Data.of(all, 0, 1, one));
        return new ResourceSplit(all, Predefined.UNDEFINED);
    }

    /**
     * Splits by a kind of hardware; null: by none.
     *
     * @param told is told the kind; null: nothing is
     */
    private Intracomm splitBy(ResourceSplit split, @Nullable HardwareResource kind, int key, @Nullable Info told) {
        int colour = kind == null ? Predefined.UNDEFINED : split.colour(getRank(), kind);
        if (kind != null && colour != Predefined.UNDEFINED && told != null && told.isChangeable()) {
            told.set(HARDWARE, kind.uri());
        }
        return split(colour, key);
    }

    /** A colour for the processes of a process set; UNDEFINED if this one is not in it, or it is not known. */
    private int processSet(CommCore c, @Nullable String name) {
        if (name == null) {
            return Predefined.UNDEFINED;
        }
        return switch (name) {
            case ProcessSets.WORLD -> 0;
            case ProcessSets.SELF -> c.rank();
            case ProcessSets.SHARED_MEMORY -> firstOf(c, runtime.sharers());
            default -> {
                int[] ranks = runtime.job().processSets().ranks(name);
                boolean isIn = ranks != null && WorldRanks.indexOf(ranks, c.world(c.rank())) >= 0;
                yield isIn ? 0 : Predefined.UNDEFINED;
            }
        };
    }

    /** The first process of a communicator that is one of some, of which this process is one. */
    private static int firstOf(CommCore c, int[] world) {
        int first = 0;
        while (WorldRanks.indexOf(world, c.world(first)) < 0) {
            first++;
        }
        return first;
    }

    /**
     * A communicator of a group of this communicator's processes, all of which call it, with the same group or with
     * groups that have no process in common (MPI_Comm_create).
     *
     * @return a null communicator for a process that is not in its group
     */
    public final Intracomm create(Group group) throws MPIException {
        return create("create", group);
    }

    Intracomm create(String method, Group group) {
        return call(method, c -> {
            int[] members = subset(c, group);
            boolean member = WorldRanks.indexOf(members, c.world(c.rank())) >= 0;
            return child(runtime.contexts().create(c, member ? members : null));
        });
    }

    /**
     * A communicator of a group of this communicator's processes; only they call it (MPI_Comm_create_group).
     *
     * @param tag distinguishes calls of several threads, 0 or more
     */
    public final Intracomm createGroup(Group group, int tag) throws MPIException {
        return call("createGroup", c -> {
            int[] members = subset(c, group);
            if (tag < 0) {
                throw new EngineException(ErrorClass.TAG, "tag is " + tag + "; expected 0 or more");
            }
            if (WorldRanks.indexOf(members, c.world(c.rank())) < 0) {
                return child(null);
            }
            return child(runtime.contexts().createAmong(c, members, tag));
        });
    }

    /**
     * A communicator of a group's processes, which alone call it, and need no communicator in common (MPI_Comm_create_from_group, MPI 4.1
     * section 7.4.2). It belongs to the session of the group.
     *
     * @param group a group of a session, or of a communicator, that this process is in; an empty one makes no communicator, and the call is
     *     local
     * @param stringtag tells calls for the same processes apart that threads make at the same time; the same at all of them
     * @param info hints of the new communicator
     * @param errhandler what errors of this call and of the new communicator do
     * @return a null communicator for an empty group
     * @throws MPIException of class ERR_GROUP if the group is null, or has members without this process, of class ERR_SESSION if its session
     *     was closed
     */
    public static Intracomm createFromGroup(Group group, String stringtag, Info info, Errhandler errhandler)
            throws MPIException {
        GroupCall call = GroupCall.of("Intracomm.createFromGroup", group, stringtag, info, errhandler);
        Intracomm made = new Intracomm(call.runtime(), null, "");
        return call.make(made, call::createFromGroup);
    }

    private static int[] subset(CommCore c, Group group) {
        if (group == null) {
            throw new EngineException(ErrorClass.GROUP, "the group is null");
        }
        int[] members = group.worldRanks("of Comm.create");
        int[] all = c.worldRanks();
        for (int i = 0; i < members.length; i++) {
            if (WorldRanks.indexOf(all, members[i]) < 0) {
                throw new EngineException(
                        ErrorClass.GROUP, "rank " + i + " of the group is no process of the communicator");
            }
        }
        return members;
    }

    /**
     * A communicator whose processes form a grid (MPI_Cart_create). Rank 0 is at the origin, and the last dimension
     * varies fastest.
     *
     * @param dims number of processes along each dimension
     * @param periods true where a dimension is a ring
     * @param reorder permission to renumber, of which no use is made
     * @return a null communicator for processes that the grid has no room for
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        return createCart("createCart", dims, periods, reorder);
    }

    CartComm createCart(String method, int[] dims, boolean[] periods, boolean reorder) {
        return call(method, c -> {
            Cartesian grid = Cartesian.of(dims, periods, c.size());
            int[] members = Arrays.copyOf(c.worldRanks(), grid.size());
            CommCore core = runtime.contexts().create(c, c.rank() < grid.size() ? members : null);
            return adopt(new CartComm(runtime, core, grid));
        });
    }

    /**
     * A communicator whose processes are the nodes of a graph (MPI_Graph_create). All processes give the same arguments.
     *
     * @param index number of neighbours of the nodes 0 to i together, for each node i
     * @param edges the neighbours of node 0, then those of node 1, and so on
     * @param reorder permission to renumber, of which no use is made
     * @return a null communicator for processes that are not in the graph
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) throws MPIException {
        return createGraph("createGraph", index, edges, reorder);
    }

    GraphComm createGraph(String method, int[] index, int[] edges, boolean reorder) {
        return call(method, c -> {
            Graph graph = Graph.of(index, edges, c.size());
            int[] members = Arrays.copyOf(c.worldRanks(), graph.size());
            CommCore core = runtime.contexts().create(c, c.rank() < graph.size() ? members : null);
            return adopt(new GraphComm(runtime, core, graph));
        });
    }

    /**
     * A communicator with a distributed graph, of which each process gives some edges, whether it is at an end of them or not
     * (MPI_Dist_graph_create).
     *
     * @param sources ranks at which edges begin
     * @param degrees number of edges for each of these
     * @param destinations the ranks at which they end, those of the first source first
     * @param weights of each edge, 0 or more
     * @param info hints; none is used
     * @param reorder permission to renumber, of which no use is made
     */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder)
            throws MPIException {
        return distGraph(
                "createDistGraph", info, true, maker -> maker.general(sources, degrees, destinations, weights));
    }

    /** The same without weights. */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        return distGraph("createDistGraph", info, false, maker -> maker.general(sources, degrees, destinations, null));
    }

    /**
     * A communicator with a distributed graph, of which each process gives the edges that end or begin at it
     * (MPI_Dist_graph_create_adjacent).
     *
     * @param sources ranks at which the edges to this process begin
     * @param sourceWeights their weights, 0 or more
     * @param destinations ranks at which the edges from this process end
     * @param destWeights their weights, 0 or more
     * @param info hints; none is used
     * @param reorder permission to renumber, of which no use is made
     */
    public final GraphComm createDistGraphAdjacent(
            int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights, Info info, boolean reorder)
            throws MPIException {
        return distGraph(
                "createDistGraphAdjacent",
                info,
                true,
                maker -> maker.adjacent(sources, sourceWeights, destinations, destWeights));
    }

    /** The same without weights. */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        return distGraph(
                "createDistGraphAdjacent", info, false, maker -> maker.adjacent(sources, null, destinations, null));
    }

    private GraphComm distGraph(String method, Info info, boolean weighted, Function<DistGraphMaker, DistGraph> edges) {
        return call(method, c -> {
            if (info == null) {
                throw new EngineException(
                        Predefined.ERR_INFO, "the info object is null; expected one, or MPI.INFO_NULL");
            }
            DistGraph graph = edges.apply(new DistGraphMaker(c, weighted));
            return adopt(new GraphComm(runtime, runtime.contexts().create(c, c.worldRanks()), graph));
        });
    }

    // ---- scans (section 6.11) ------------------------------------------------------------------------------------

    // Forms: Count, i, Init.
    /** Combines the values of the processes up to this one, for each (MPI_Scan). */
    public final void scan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        collective(Collective.SCAN).reduces(sendbuf, recvbuf, count, type, op).run();
    }

    // Forms: Count, i, Init.
    /** In place: the results replace the operands. */
    public final void scan(@Nullable Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        collective(Collective.SCAN).reduces(recvbuf, recvbuf, count, type, op).run();
    }

    // Forms: Count, i, Init.
    /** Combines the values of the processes before this one; rank 0 gets none (MPI_Exscan). */
    public final void exScan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        collective(Collective.EXSCAN).reduces(sendbuf, recvbuf, count, type, op).run();
    }

    // Forms: Count, i, Init.
    /** In place: the results replace the operands. */
    public final void exScan(@Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
        collective(Collective.EXSCAN).reduces(buf, buf, count, type, op).run();
    }

    // ---- objects -------------------------------------------------------------------------------------------------

    /**
     * Sends the root's object to all.
     *
     * @param type class or interface of the object
     * @param object matters at the root only
     * @return the object
     */
    public final <T> @Nullable T bcastObject(Class<T> type, @Nullable T object, int root) throws MPIException {
        return call("bcastObject", c -> ObjectCalls.bcast(this, type, object, root));
    }

    /**
     * Collects the objects of all at the root.
     *
     * @return at the root, one of each process in the order of ranks, else an empty list
     */
    public final <T> List<@Nullable T> gatherObject(Class<T> type, @Nullable T object, int root) throws MPIException {
        return call("gatherObject", c -> ObjectCalls.gather(this, type, object, root));
    }

    /**
     * Sends an object of the root to each.
     *
     * @param objects one for each process, in the order of ranks; matters at the root only
     * @return the object for this process
     */
    public final <T> @Nullable T scatterObject(Class<T> type, @Nullable List<? extends @Nullable T> objects, int root)
            throws MPIException {
        return call("scatterObject", c -> ObjectCalls.scatter(this, type, objects, root));
    }

    /** Collects the objects of all, in the order of ranks, at all. */
    public final <T> List<@Nullable T> allGatherObject(Class<T> type, @Nullable T object) throws MPIException {
        return call("allGatherObject", c -> ObjectCalls.allGather(this, type, object));
    }

    /**
     * Sends an object of each to each.
     *
     * @param objects one for each process, in the order of ranks
     * @return one of each process, in the order of ranks
     */
    public final <T> List<@Nullable T> allToAllObject(Class<T> type, List<? extends @Nullable T> objects)
            throws MPIException {
        return call("allToAllObject", c -> ObjectCalls.allToAll(this, type, objects));
    }

    /**
     * Combines the objects of all in the order of ranks: {@code ((r0 op r1) op r2) op ...}. The root does that, so that the
     * operator need be neither associative nor commutative.
     *
     * @return the result at the root, else null
     */
    public final <T> @Nullable T reduceObject(Class<T> type, T object, BinaryOperator<T> op, int root)
            throws MPIException {
        return call("reduceObject", c -> {
            ObjectCalls.check(op);
            return ObjectCalls.reduce(ObjectCalls.gather(this, type, object, root), op);
        });
    }

    /** As {@link #reduceObject} at all: each process applies the operator itself. */
    public final <T> T allReduceObject(Class<T> type, T object, BinaryOperator<T> op) throws MPIException {
        return call("allReduceObject", c -> {
            ObjectCalls.check(op);
            return ObjectCalls.reduce(ObjectCalls.allGather(this, type, object), op);
        });
    }

    // ---- mpiJava 1.2: communicators (its sections 5.4 and 6.5) ---------------------------------------------------

    /** As {@link #create}; null for a process that is not in the group. */
    public final @Nullable Intracomm Create(Group group) throws MPIException {
        return orNull(create("Create", group));
    }

    /** The same as {@link #Create}: so mpiJava 1.2.5 has it. */
    public final @Nullable Intracomm Creat(Group group) throws MPIException {
        return Create(group);
    }

    /** As {@link #split}; null for a process without a colour. */
    public final @Nullable Intracomm Split(int color, int key) throws MPIException {
        return orNull(split("Split", color, key));
    }

    /** As {@link #createCart}; null for a process that has no place in the grid. */
    public final @Nullable Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        return orNull(createCart("Create_cart", dims, periods, reorder));
    }

    /** As {@link #createGraph}; null for a process that is no node of the graph. */
    public final @Nullable Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) throws MPIException {
        return orNull(createGraph("Create_graph", index, edges, reorder));
    }

    private static <C extends Comm> @Nullable C orNull(C comm) {
        return comm.isNull() ? null : comm;
    }

    // ---- mpiJava 1.2: collective operations (its chapter 4) ------------------------------------------------------

    /** The same as {@link #barrier}. */
    public final void Barrier() throws MPIException {
        collective(Collective.BARRIER).sendsNothing().runAs("Barrier");
    }

    /** As {@link #bcast(Object, int, Datatype, int) bcast}, from some element of an array on; objects, too. */
    public final void Bcast(@Nullable Object buf, int offset, int count, Datatype datatype, int root)
            throws MPIException {
        collective(Collective.BCAST)
                .sends(buf, offset, count, datatype)
                .at(root)
                .runAs("Bcast");
    }

    /** As {@link #gather(Object, int, Datatype, Object, int, Datatype, int) gather}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Gather(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            @Nullable Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.GATHER)
                .sends(sendbuf, sendoffset, sendcount, sendtype)
                .receivesEach(recvbuf, recvoffset, recvcount, recvtype)
                .at(root)
                .runAs("Gather");
    }

    /** As {@link #gatherv(Object, int, Datatype, Object, int[], int[], Datatype, int) gatherv}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Gatherv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int @Nullable [] recvcounts,
            int @Nullable [] displs,
            @Nullable Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.GATHERV)
                .sends(sendbuf, sendoffset, sendcount, sendtype)
                .receivesEach(recvbuf, recvoffset, recvcounts, displs, recvtype)
                .at(root)
                .runAs("Gatherv");
    }

    /** As {@link #scatter(Object, int, Datatype, Object, int, Datatype, int) scatter}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Scatter(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.SCATTER)
                .sendsEach(sendbuf, sendoffset, sendcount, sendtype)
                .receives(recvbuf, recvoffset, recvcount, recvtype)
                .at(root)
                .runAs("Scatter");
    }

    /** As {@link #scatterv(Object, int[], int[], Datatype, Object, int, Datatype, int) scatterv}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Scatterv(
            @Nullable Object sendbuf,
            int sendoffset,
            int @Nullable [] sendcounts,
            int @Nullable [] displs,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(Collective.SCATTERV)
                .sendsEach(sendbuf, sendoffset, sendcounts, displs, sendtype)
                .receives(recvbuf, recvoffset, recvcount, recvtype)
                .at(root)
                .runAs("Scatterv");
    }

    /** As {@link #allGather(Object, int, Datatype, Object, int, Datatype) allGather}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Allgather(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLGATHER)
                .sends(sendbuf, sendoffset, sendcount, sendtype)
                .receivesEach(recvbuf, recvoffset, recvcount, recvtype)
                .runAs("Allgather");
    }

    /** As {@link #allGatherv(Object, int, Datatype, Object, int[], int[], Datatype) allGatherv}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Allgatherv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLGATHERV)
                .sends(sendbuf, sendoffset, sendcount, sendtype)
                .receivesEach(recvbuf, recvoffset, recvcounts, displs, recvtype)
                .runAs("Allgatherv");
    }

    /** As {@link #allToAll(Object, int, Datatype, Object, int, Datatype) allToAll}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Alltoall(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLTOALL)
                .sendsEach(sendbuf, sendoffset, sendcount, sendtype)
                .receivesEach(recvbuf, recvoffset, recvcount, recvtype)
                .runAs("Alltoall");
    }

    /** As {@link #allToAllv(Object, int[], int[], Datatype, Object, int[], int[], Datatype) allToAllv}, from and to some elements of arrays; objects, too. Both may be parts of one array. */
    public final void Alltoallv(
            @Nullable Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        collective(Collective.ALLTOALLV)
                .sendsEach(sendbuf, sendoffset, sendcounts, sdispls, sendtype)
                .receivesEach(recvbuf, recvoffset, recvcounts, rdispls, recvtype)
                .runAs("Alltoallv");
    }

    /** As {@link #reduce(Object, Object, int, Datatype, Op, int) reduce}, from and to some elements of arrays; objects with an operation of the program, too. One array for both, from the same element on, means in place. */
    public final void Reduce(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        collective(Collective.REDUCE)
                .reduces(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op)
                .at(root)
                .runAs("Reduce");
    }

    /** As {@link #allReduce(Object, Object, int, Datatype, Op) allReduce}, from and to some elements of arrays; objects with an operation of the program, too. One array for both, from the same element on, means in place. */
    public final void Allreduce(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        collective(Collective.ALLREDUCE)
                .reduces(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op)
                .runAs("Allreduce");
    }

    /** As {@link #reduceScatter(Object, Object, int[], Datatype, Op) reduceScatter}, from and to some elements of arrays; objects with an operation of the program, too. One array for both, from the same element on, means in place. */
    public final void Reduce_scatter(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op)
            throws MPIException {
        collective(Collective.REDUCE_SCATTER)
                .reducesEach(sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype, op)
                .runAs("Reduce_scatter");
    }

    /** As {@link #scan(Object, Object, int, Datatype, Op) scan}, from and to some elements of arrays; objects with an operation of the program, too. One array for both, from the same element on, means in place. */
    public final void Scan(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        collective(Collective.SCAN)
                .reduces(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op)
                .runAs("Scan");
    }
}
