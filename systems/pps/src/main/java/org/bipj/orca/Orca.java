package org.bipj.orca;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bipj.core.nic.HostWork;
import org.bipj.lci.Lci;
import org.bipj.panda.Delivery;
import org.bipj.panda.Gather;
import org.bipj.panda.Incoming;
import org.bipj.panda.OrderedBroadcast;
import org.bipj.panda.Panda;
import org.bipj.panda.PandaException;
import org.bipj.panda.Reply;
import org.bipj.panda.Rpc;

/**
 * Orca of one rank (LCI paper, section 5.3): objects that all ranks share, and operations on them.
 *
 * <pre>{@code
 * static final Update<long[], Long, Long> ADD =
 *         Update.of("add", Codec.LONG, Codec.LONG, (sum, n) -> sum[0] += n);
 * static final Read<long[], Void, Long> GET =
 *         Read.of("get", Codec.NONE, Codec.LONG, (sum, none) -> sum[0]);
 *
 * try (Orca orca = Orca.init()) {
 *     SharedObject<long[]> sum = orca.replicated("sum", () -> new long[1], ADD, GET);
 *     sum.update(ADD, (long) orca.rank());
 *     orca.barrier();
 *     System.out.println(sum.read(GET));
 * }
 * }</pre>
 *
 * <p>A replicated object has a replica on each rank. A read is executed by its caller's rank. An update travels by Panda's
 * totally ordered broadcast, and every rank executes it in that order. The operations of an object on one rank are executed
 * there; from other ranks they are remote procedure calls. All of them are sequentially consistent: they have an order that all
 * ranks see, in which those of each thread come as it has invoked them. Operations are executed in calls of Orca and Panda that
 * wait or poll, {@link SharedObject#read} of now and then included. Where Orca is {@linkplain Setup#multithreaded
 * multi-threaded}, several threads of a rank may call, and interrupts execute operations while they compute.
 *
 * <p>Sequential consistency of objects of both kinds together needs more than the order of broadcasts: what a rank learns from
 * an object on one rank may depend on an update of a replicated object that has not reached it. So remote procedure calls carry
 * the number of updates that they depend on, a call returns once its rank has executed as many, and an object on one rank keeps
 * the largest number of its callers, its own rank's reads included (Fekete, Kaashoek and Lynch, Journal of the ACM 45(1), 1998).
 */
public final class Orca implements AutoCloseable {
    private static final int UPDATES = 255;
    private static final int OPERATIONS = 254;
    private static final int AGREEMENTS = 253;

    /** Stands for free, in place of an operation's number. */
    private static final int FREE = -1;

    /** Reads of replicas without communication before a read polls: a loop of reads sees the updates of others. */
    private static final int READS = 64;

    private final Panda panda;
    private final Lci lci;
    private final boolean locks;
    private final OrderedBroadcast updates;
    private final Rpc operations;
    private final StepAgreement agreement;
    private final List<SharedObject<?>> objects = new ArrayList<>();
    private final List<Invocation> invocations = new ArrayList<>();
    private final List<Invocation> free = new ArrayList<>();

    private final List<Delayed> delayed = new ArrayList<>();

    /** Updates of replicated objects that this rank has executed. */
    private long executed;
    /** The operation that is being executed; null between operations. */
    private Operation<?, ?, ?> operating;

    private SharedObject<?> operatingOn;
    private int reads;
    private boolean closed;

    /** What waits for updates of replicated objects. */
    private record Delayed(long dependsOn, Runnable execution) {}

    /** Settings that have to be known before {@link #init}. */
    public static final class Setup {
        private final Panda.Setup panda = Panda.setup();

        private Setup() {}

        /** See {@link Panda.Setup#multithreaded}. The LCI paper's Orca was so. */
        public Setup multithreaded() {
            panda.multithreaded();
            return this;
        }

        /** Joins the job. All ranks call this. */
        public Orca init() {
            Panda opened = panda.init();
            try {
                return new Orca(opened);
            } catch (RuntimeException e) {
                opened.close();
                throw e;
            }
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /**
     * Joins the job. All ranks call this, each once until {@link #close}.
     *
     * @throws PandaException if Orca is open
     */
    public static Orca init() {
        return setup().init();
    }

    private Orca(Panda panda) {
        this.panda = panda;
        lci = panda.lci();
        locks = panda.isMultithreaded();
        agreement = new StepAgreement(this, panda, AGREEMENTS);
        operations = panda.rpc(OPERATIONS, Delivery.BEGUN, this::receive);
        updates = panda.orderedBroadcast(UPDATES, panda.group(), this::update);
    }

    // ---- what there is -----------------------------------------------------------------------------------------

    /** This rank's number, from 0. */
    public int rank() {
        return panda.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return panda.size();
    }

    /** Seconds since some moment in the past; virtual where the job runs in virtual time. */
    public double time() {
        return panda.time();
    }

    /** The Panda instance that this Orca uses. */
    public Panda panda() {
        return panda;
    }

    /**
     * Creates an object with a replica on each rank. All ranks create the same objects in the same order, each with the same
     * name and operations; returns when all have.
     *
     * @param initial makes the state, the same on all ranks
     * @param operations all that the program invokes on it, in the same order on all ranks
     * @throws OrcaException if ranks create different objects, which the message names
     */
    @SafeVarargs
    public final <S> SharedObject<S> replicated(
            String name, Supplier<S> initial, Operation<? super S, ?, ?>... operations) {
        SharedObject<S> object = SharedObject.replicated(this, objects.size(), name, initial.get());
        for (Operation<? super S, ?, ?> operation : operations) {
            object.add(operation);
        }
        return create(object);
    }

    /**
     * Creates an object on one rank. All ranks create the same objects in the same order, each with the same name and
     * operations; returns when all have.
     *
     * @param home the rank
     * @param initial makes the state, on that rank only
     * @param operations all that the program invokes on it, in the same order on all ranks
     * @throws OrcaException if the rank is out of range, or ranks create different objects, which the message names
     */
    @SafeVarargs
    public final <S> SharedObject<S> onRank(
            int home, String name, Supplier<S> initial, Operation<? super S, ?, ?>... operations) {
        if (home < 0 || home >= size()) {
            throw fail("object \"" + name + "\" on rank " + home + "; expected 0 to " + (size() - 1));
        }
        S state = home == rank() ? initial.get() : null;
        SharedObject<S> object = new SharedObject<>(this, objects.size(), name, home, state);
        for (Operation<? super S, ?, ?> operation : operations) {
            object.add(operation);
        }
        return create(object);
    }

    private <S> SharedObject<S> create(SharedObject<S> object) {
        lci.lock();
        try {
            checkNoOperation("an object is created");
            objects.add(object);
        } finally {
            lci.unlock();
        }
        agreement.agree("creates object " + object.description(), "Orca: the creation of " + object);
        return object;
    }

    /**
     * Waits until all ranks have called this. When it returns, all ranks have executed the updates of replicated objects that
     * returned on any rank before it called this, and a rank may {@linkplain #close close}.
     */
    public void barrier() {
        panda.barrier();
        long issued = updates.issued();
        awaitUpdates(issued);
        panda.barrier();
    }

    /**
     * Waits until a condition holds. Executes the operations of others meanwhile; the condition may read objects without guards
     * whose state this rank has.
     *
     * @param what is waited for; reports of a deadlock contain its text
     */
    public void await(Object what, BooleanSupplier condition) {
        lci.await(what, condition);
    }

    /** Executes operations that have arrived, without waiting for any. */
    public void poll() {
        int packets = panda.poll();
    }

    /**
     * Leaves Orca. What others ask of objects on this rank is not answered any more: call {@link #barrier} before, on all
     * ranks.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            agreement.close();
            operations.close();
            updates.close();
            panda.close();
        }
    }

    // ---- invocations -------------------------------------------------------------------------------------------

    private Invocation begin(SharedObject<?> object, Operation<?, ?, ?> operation) {
        lci.lock();
        try {
            checkNoOperation(operation == null ? "free of " + object : operation.name() + " of " + object);
            if (object.isFreed() && operation != null) {
                throw fail(object.refusal());
            }
            if (free.isEmpty()) {
                Invocation made = new Invocation(this, invocations.size());
                invocations.add(made);
                free.add(made);
            }
            Invocation invocation = free.removeLast();
            invocation.begin(object, operation);
            return invocation;
        } finally {
            lci.unlock();
        }
    }

    /** An invocation is over; under the lock, or by the thread that has begun it. */
    void end(Invocation invocation) {
        lci.lock();
        try {
            free.add(invocation);
        } finally {
            lci.unlock();
        }
    }

    /** Waits for an invocation and for the updates that it depends on, and returns its result. */
    private Object finish(Invocation invocation) {
        try {
            lci.await(invocation, invocation);
        } catch (Throwable t) {
            // Of some upcall.
            abandon(invocation);
            throw t;
        }
        try {
            awaitUpdates(invocation.stamp());
            return invocation.outcome();
        } finally {
            end(invocation);
        }
    }

    private void abandon(Invocation invocation) {
        lci.lock();
        try {
            if (invocation.getAsBoolean()) {
                end(invocation);
            } else {
                invocation.abandon();
            }
        } finally {
            lci.unlock();
        }
    }

    private void awaitUpdates(long number) {
        boolean behind;
        lci.lock();
        try {
            behind = executed < number;
        } finally {
            lci.unlock();
        }
        if (behind) {
            lci.await("Orca: updates of replicated objects up to number " + number, () -> executed >= number);
        }
    }

    @SuppressWarnings("unchecked")
    <A, R> R updateReplicas(SharedObject<?> object, Operation<?, A, R> operation, A argument) {
        int index = object.indexOf(operation);
        Invocation invocation = begin(object, operation);
        try {
            lci.hostTime().charge(HostWork.ORCA_INVOKE);
            Gather message =
                    invocation.message().putInt(object.id()).putInt(index).putInt(invocation.slot());
            operation.argument().write(argument, message);
            broadcast(message);
        } catch (Throwable t) {
            end(invocation);
            throw t;
        }
        return (R) finish(invocation);
    }

    private void broadcast(Gather message) {
        lci.hostTime().charge(HostWork.ORCA_BROADCAST);
        long number = updates.send(message);
    }

    void free(SharedObject<?> object) {
        Invocation invocation = begin(object, null);
        try {
            lci.hostTime().charge(HostWork.ORCA_INVOKE);
            broadcast(invocation.message().putInt(object.id()).putInt(FREE).putInt(invocation.slot()));
        } catch (Throwable t) {
            end(invocation);
            throw t;
        }
        Object nothing = finish(invocation);
    }

    /** An operation on an object of one rank. */
    @SuppressWarnings("unchecked")
    <S, A, R> R invoke(SharedObject<S> object, Operation<? super S, A, R> operation, A argument) {
        int index = object.indexOf(operation);
        Invocation invocation = begin(object, operation);
        if (object.home() == rank()) {
            executeHere(object, index, argument, invocation);
        } else {
            call(object, operation, index, argument, invocation);
        }
        return (R) finish(invocation);
    }

    private <S> void executeHere(SharedObject<S> object, int index, Object argument, Invocation invocation) {
        Operation<S, Object, Object> operation = object.operation(index);
        lci.lock();
        try {
            lci.hostTime().charge(HostWork.ORCA_LOCAL);
            object.execute(operation, operation.argument().copy(argument), invocation, executed);
        } finally {
            lci.unlock();
        }
    }

    private <S, A> void call(
            SharedObject<S> object,
            Operation<? super S, A, ?> operation,
            int index,
            A argument,
            Invocation invocation) {
        try {
            lci.hostTime().charge(HostWork.ORCA_INVOKE);
            Gather message =
                    invocation.message().putInt(object.id()).putInt(index).putLong(executedNow());
            operation.argument().write(argument, message);
            operations.call(object.home(), message, invocation, invocation);
        } catch (Throwable t) {
            end(invocation);
            throw t;
        }
    }

    private long executedNow() {
        lci.lock();
        try {
            return executed;
        } finally {
            lci.unlock();
        }
    }

    /** A read of an object on one rank. */
    <S, A, R> R readOnRank(SharedObject<S> object, Operation<? super S, A, R> operation, A argument) {
        if (object.home() != rank() || operation.guard() != null) {
            return invoke(object, operation, argument);
        }
        return readReplica(object, operation, argument);
    }

    /** A read of this rank's replica, or of its own object. */
    <S, A, R> R readReplica(SharedObject<S> object, Operation<? super S, A, R> operation, A argument) {
        object.checkRead(operation);
        if (++reads % READS == 0) {
            pollUnlessInUpcall();
        }
        lci.hostTime().charge(HostWork.ORCA_LOCAL);
        if (operation.guard() != null) {
            return readGuarded(object, operation, argument);
        }
        if (!locks) {
            return readNow(object, operation, argument);
        }
        lci.lock();
        try {
            return readNow(object, operation, argument);
        } finally {
            lci.unlock();
        }
    }

    private <S, A, R> R readNow(SharedObject<S> object, Operation<? super S, A, R> operation, A argument) {
        if (operating != null || object.isFreed()) {
            checkNoOperation(operation.name() + " of " + object);
            throw fail(object.refusal());
        }
        // A read that finds an object of this rank as it was must not be overtaken: an update that comes later would
        // take a
        // place before it, and before what this rank knows of replicated objects.
        object.dependsOn(executed);
        operating = operation;
        operatingOn = object;
        try {
            return operation.result().copy(operation.function().apply(object.state(), argument));
        } catch (Exception e) {
            throw new OperationException(rank(), "read " + operation.name() + " of " + object, e.toString(), e);
        } finally {
            operating = null;
        }
    }

    private void pollUnlessInUpcall() {
        boolean mayPoll;
        lci.lock();
        try {
            mayPoll = operating == null && !lci.isInUpcall();
        } finally {
            lci.unlock();
        }
        if (mayPoll) {
            poll();
        }
    }

    @SuppressWarnings("unchecked")
    private <S, A, R> R readGuarded(SharedObject<S> object, Operation<? super S, A, R> operation, A argument) {
        Invocation invocation = begin(object, operation);
        BooleanSupplier attempt = object.attempt(operation, argument, invocation);
        try {
            lci.await(invocation, attempt);
            return (R) invocation.outcome();
        } finally {
            end(invocation);
        }
    }

    // ---- operations, executed here -----------------------------------------------------------------------------

    /** An update in the common order, or the end of an object. */
    private void update(Incoming message) {
        SharedObject<?> object = objects.get(message.getInt());
        int index = message.getInt();
        int slot = message.getInt();
        Caller caller = message.source() == rank() ? invocations.get(slot) : Caller.NOBODY;
        executed = message.ordinal() + 1;
        lci.hostTime().charge(HostWork.ORCA_APPLY);
        if (index == FREE) {
            object.freeNow(message.source(), caller);
        } else {
            execute(object, index, message, caller, 0);
        }
        executeDelayed();
    }

    /** Executes calls of other ranks that had come before updates that they depend on. */
    private void executeDelayed() {
        for (int i = 0; i < delayed.size(); i++) {
            if (delayed.get(i).dependsOn <= executed) {
                delayed.remove(i--).execution.run();
            }
        }
    }

    /** Runs an execution once this rank has executed so many updates. */
    void whenExecuted(long dependsOn, Runnable execution) {
        delayed.add(new Delayed(dependsOn, execution));
    }

    /** Updates of replicated objects that this rank has executed. */
    long executed() {
        return executed;
    }

    private static <S> void execute(
            SharedObject<S> object, int index, Incoming message, Caller caller, long dependsOn) {
        object.execute(object.operation(index), message, caller, dependsOn);
    }

    /** A remote procedure call. The packets of a long argument are copied as they arrive. */
    private void receive(Incoming request, Reply reply) {
        Reply answer = reply.later();
        if (request.isComplete()) {
            serve(request, answer);
        } else {
            request.collect(whole -> serve(whole, answer));
        }
    }

    /** An operation on an object of this rank. */
    private void serve(Incoming request, Reply reply) {
        SharedObject<?> object = objects.get(request.getInt());
        int index = request.getInt();
        long dependsOn = request.getLong();
        lci.hostTime().charge(HostWork.ORCA_APPLY);
        Caller caller = new RemoteCaller(lci, reply, object.operation(index).result());
        execute(object, index, request, caller, dependsOn);
    }

    void enterOperation(Operation<?, ?, ?> operation, SharedObject<?> object) {
        operating = operation;
        operatingOn = object;
    }

    void leaveOperation() {
        operating = null;
    }

    private void checkNoOperation(String what) {
        if (operating != null) {
            throw fail(what + " inside " + operating.kind() + " " + operating.name() + " of " + operatingOn
                    + "; operations may not invoke operations");
        }
    }

    OrcaException fail(String message) {
        return new OrcaException(rank(), message);
    }
}
