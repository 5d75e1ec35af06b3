package org.bipj.orca;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.bipj.panda.Incoming;

/**
 * An object that all ranks share. Its operations are executed one at a time: each sees the object between two others.
 *
 * @param <S> its state, which operations alone touch
 */
public final class SharedObject<S> {
    private static final int REPLICATED = -1;

    /** An operation whose guard has not held. */
    private static final class Parked {
        final Operation<?, ?, ?> operation;
        final Object argument;
        final Caller caller;

        Parked(Operation<?, ?, ?> operation, Object argument, Caller caller) {
            this.operation = operation;
            this.argument = argument;
            this.caller = caller;
        }
    }

    private final Orca orca;
    private final int id;
    private final String name;
    /** Rank that has it, or {@link #REPLICATED}. */
    private final int home;

    private final List<Operation<S, Object, Object>> operations = new ArrayList<>();
    /** The read that was checked last: a repeated one needs no search. */
    private Operation<?, ?, ?> lastRead;
    /** Null on ranks that do not have it, and once it has been freed. */
    private S state;

    private boolean freed;
    private int freedBy;
    /** Operations that wait for their guards, oldest first. */
    private final List<Parked> parked = new ArrayList<>();
    /** Its last operation comes behind so many updates of replicated objects in the common order; see {@link Orca}. */
    private long stamp;

    SharedObject(Orca orca, int id, String name, int home, S state) {
        this.orca = orca;
        this.id = id;
        this.name = Objects.requireNonNull(name, "name");
        this.home = home;
        this.state = state;
    }

    /** Creates this rank's replica of an object that all ranks have. */
    static <S> SharedObject<S> replicated(Orca orca, int id, String name, S state) {
        return new SharedObject<>(orca, id, name, REPLICATED, state);
    }

    /** Adds an operation, before the object is used. */
    @SuppressWarnings("unchecked")
    void add(Operation<? super S, ?, ?> operation) {
        for (Operation<?, ?, ?> known : operations) {
            if (known.name().equals(operation.name())) {
                throw orca.fail(this + " with two operations \"" + operation.name() + "\"; expected names that differ");
            }
        }
        operations.add((Operation<S, Object, Object>) operation);
    }

    /** The name that the object was created with. */
    public String name() {
        return name;
    }

    /** True if each rank has a replica. */
    public boolean isReplicated() {
        return home == REPLICATED;
    }

    /** The rank that has the object, unless it is replicated; then -1. */
    public int home() {
        return home;
    }

    /**
     * Executes an update, and returns its result. That of a replicated object is executed on all ranks, in the same order as all
     * other updates of replicated objects; it returns once this rank has executed it.
     *
     * @throws OperationException if the operation has thrown an exception
     * @throws OrcaException if the object has been freed, was not created with this operation, or inside an operation
     */
    public <A, R> R update(Update<? super S, A, R> operation, A argument) {
        return isReplicated() ? orca.updateReplicas(this, operation, argument) : orca.invoke(this, operation, argument);
    }

    /** As {@link #update(Update, Object)}, for an operation without an argument. */
    public <R> R update(Update<? super S, Void, R> operation) {
        return update(operation, null);
    }

    /**
     * Executes a read, and returns its result. That of a replicated object is executed by this rank on its replica.
     *
     * @throws OperationException if the operation has thrown an exception
     * @throws OrcaException if the object has been freed, was not created with this operation, or inside an operation
     */
    public <A, R> R read(Read<? super S, A, R> operation, A argument) {
        return isReplicated()
                ? orca.readReplica(this, operation, argument)
                : orca.readOnRank(this, operation, argument);
    }

    /** As {@link #read(Read, Object)}, for an operation without an argument. */
    public <R> R read(Read<? super S, Void, R> operation) {
        return read(operation, null);
    }

    /**
     * Frees the object on all ranks, as an update in the common order; returns once this rank has executed it. Later operations
     * fail by name, and so do those that wait for a guard. An object that has been freed stays so.
     */
    public void free() {
        orca.free(this);
    }

    // ---- for Orca, under the lock ------------------------------------------------------------------------------

    int id() {
        return id;
    }

    S state() {
        return state;
    }

    /** Places what is executed now, and all that follows, behind the first updates of replicated objects. */
    void dependsOn(long updates) {
        stamp = Math.max(stamp, updates);
    }

    boolean isFreed() {
        return freed;
    }

    /** Where the object is, its name and its operations: ranks compare it when the object is created. */
    String description() {
        return (isReplicated() ? "replicated " : "on rank " + home + " ") + "\"" + name + "\" with " + operations;
    }

    /** The index by which messages name an operation of this object. */
    int indexOf(Operation<?, ?, ?> operation) {
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) == operation) {
                return i;
            }
        }
        throw orca.fail(operation + " on " + this + "; expected one of " + operations + ", with which it was created");
    }

    /** Checks that a read is one of the object's. */
    void checkRead(Operation<?, ?, ?> operation) {
        if (operation != lastRead) {
            int index = indexOf(operation);
            lastRead = operations.get(index);
        }
    }

    Operation<S, Object, Object> operation(int index) {
        return operations.get(index);
    }

    String refusal() {
        return this + " has been freed by rank " + freedBy;
    }

    /** Frees the object at its place in the common order; waiting operations are refused. */
    void freeNow(int by, Caller caller) {
        if (!freed) {
            freed = true;
            freedBy = by;
            state = null;
            dependsOn(orca.executed());
            List<Parked> waiting = List.copyOf(parked);
            parked.clear();
            waiting.forEach(each -> each.caller.refused(refusal(), stamp));
        }
        caller.done(null, 0);
    }

    /** Reads an operation's argument and executes it. */
    void execute(Operation<S, Object, Object> operation, Incoming message, Caller caller, long dependsOn) {
        Object argument;
        try {
            argument = operation.argument().read(message);
        } catch (RuntimeException e) {
            caller.threw(e, 0);
            return;
        }
        if (dependsOn > orca.executed()) {
            orca.whenExecuted(dependsOn, () -> execute(operation, argument, caller, dependsOn));
        } else {
            execute(operation, argument, caller, dependsOn);
        }
    }

    /**
     * Executes an operation, or parks it until its guard holds.
     *
     * @param dependsOn updates of replicated objects that its caller knows
     */
    void execute(Operation<S, Object, Object> operation, Object argument, Caller caller, long dependsOn) {
        dependsOn(dependsOn);
        if (freed) {
            caller.refused(refusal(), stamp);
        } else if (tryExecute(operation, argument, caller)) {
            if (operation instanceof Update) {
                retryParked();
            }
        } else {
            parked.add(new Parked(operation, argument, caller));
        }
    }

    /** Executes parked operations whose guards hold now: the oldest one first, as long as there is one. */
    private void retryParked() {
        for (int i = 0; i < parked.size(); i++) {
            Parked oldest = parked.remove(i);
            if (tryExecute(oldest.operation, oldest.argument, oldest.caller)) {
                i = -1;
            } else {
                parked.add(i, oldest);
            }
        }
    }

    /** Executes an operation if its guard holds; false if it does not. */
    @SuppressWarnings("unchecked")
    private boolean tryExecute(Operation<?, ?, ?> any, Object argument, Caller caller) {
        Operation<S, Object, Object> operation = (Operation<S, Object, Object>) any;
        Object result;
        orca.enterOperation(operation, this);
        try {
            if (operation.guard() != null && !operation.guard().test(state, argument)) {
                return false;
            }
            result = operation.result().copy(operation.function().apply(state, argument));
        } catch (Exception e) {
            caller.threw(e, stamp);
            return true;
        } catch (Error e) {
            caller.threw(e, stamp);
            throw e;
        } finally {
            orca.leaveOperation();
        }
        caller.done(result, stamp);
        return true;
    }

    /** Tries to execute a read of this rank's replica; true if its guard has held, or never will. */
    <A, R> BooleanSupplier attempt(Operation<? super S, A, R> operation, A argument, Caller caller) {
        return () -> {
            if (freed) {
                caller.refused(refusal(), stamp);
                return true;
            }
            return tryExecute(operation, argument, caller);
        };
    }

    @Override
    public String toString() {
        return "object \"" + name + "\"";
    }
}
