package mpi;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of one object (MPI 4.1 section 7.7), and the keys of all. The program's functions are called without a lock: they
 * may call MPI, and may look at the attributes.
 *
 * @param <T> type of the object
 */
final class Attributes<T> {
    /** What a key is for. */
    enum Kind {
        COMM("Comm"),
        WIN("Win"),
        TYPE("Datatype");

        private final String owner;

        Kind(String owner) {
            this.owner = owner;
        }
    }

    private record Key(int number, Kind kind, CopyAttrFunction<?> copy, DeleteAttrFunction<?> delete) {
        boolean isOf(ClassLoader loader) {
            return copy.getClass().getClassLoader() == loader
                    || delete.getClass().getClassLoader() == loader;
        }
    }

    /** An attribute keeps its key, which the program may free before. */
    private record Held(Key key, Object value) {}

    /** Keys below are those of predefined attributes. */
    private static final int FIRST_KEY = 100;

    private static final AtomicInteger NEXT_KEY = new AtomicInteger(FIRST_KEY);
    /** The keys of all ranks of this JVM. */
    private static final Map<Integer, Key> KEYS = new ConcurrentHashMap<>();

    /** The run of an exploration in which keys are made: they go with it, so that those of the next one have the same numbers. */
    private static WeakReference<@Nullable Object> run = new WeakReference<>(null);

    private static boolean explores;
    private static int firstOfRun;

    private final Kind kind;
    private final T owner;
    /** In the order in which they were set; guarded by itself. */
    private final LinkedHashMap<Integer, Held> values = new LinkedHashMap<>();

    Attributes(Kind kind, T owner) {
        this.kind = kind;
        this.owner = owner;
    }

    /** A rank is initialised in a run of an exploration; null: in no such run. */
    static synchronized void begin(@Nullable Object inRun) {
        if (inRun != null && run.get() != inRun) {
            firstOfRun = explores ? firstOfRun : NEXT_KEY.get();
            KEYS.keySet().removeIf(number -> number >= firstOfRun);
            NEXT_KEY.set(firstOfRun);
            run = new WeakReference<>(inRun);
        }
        explores = inRun != null;
    }

    /** A key whose attributes duplicates take over. */
    static int newKey(Kind kind) {
        return newKey(kind, CopyAttrFunction.same(), DeleteAttrFunction.none());
    }

    static int newKey(Kind kind, CopyAttrFunction<?> copy, DeleteAttrFunction<?> delete) {
        String method = kind.owner + ".createKeyval: ";
        ValueChecks.notNull(copy, ErrorClass.ARG, method + "the copy function; CopyAttrFunction.none() is one");
        ValueChecks.notNull(delete, ErrorClass.ARG, method + "the delete function; DeleteAttrFunction.none() is one");
        int number = NEXT_KEY.getAndIncrement();
        KEYS.put(number, new Key(number, kind, copy, delete));
        return number;
    }

    static void freeKey(Kind kind, int key) {
        try {
            known(kind, key);
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), kind.owner + ".freeKeyval: " + e.getMessage(), e);
        }
        KEYS.remove(key);
    }

    /**
     * Forgets keys whose functions are of a rank's own classes, when the rank has ended: the classes can be unloaded then.
     * Where classes are not a rank's own, they stay.
     */
    static void forgetKeys(ClassLoader loader) {
        if (loader != Attributes.class.getClassLoader()) {
            KEYS.values().removeIf(key -> key.isOf(loader));
        }
    }

    private static Key known(Kind kind, int number) {
        Key key = KEYS.get(number);
        if (key == null) {
            throw new EngineException(
                    Predefined.ERR_KEYVAL, number + " is no key of " + kind.owner + ".createKeyval, or was freed");
        }
        if (key.kind != kind) {
            throw new EngineException(
                    Predefined.ERR_KEYVAL,
                    number + " is a key of " + key.kind.owner + ".createKeyval; expected one of " + kind.owner
                            + ".createKeyval");
        }
        return key;
    }

    private @Nullable Held held(int number) {
        synchronized (values) {
            return values.get(number);
        }
    }

    /** Sets a value, and deletes the one before; a wrong argument is an {@link EngineException}. */
    void set(int number, Object value) {
        Key key = known(kind, number);
        if (value == null) {
            throw new EngineException(ErrorClass.ARG, "the value is null; delete an attribute by deleteAttr");
        }
        delete(number);
        put(new Held(key, value));
    }

    private void put(Held attribute) {
        synchronized (values) {
            values.put(attribute.key.number, attribute);
        }
    }

    /** Null where there is none under a key; what is no key of this kind is an {@link EngineException}. */
    @Nullable
    Object get(int number) {
        Held attribute = held(number);
        if (attribute == null) {
            known(kind, number);
            return null;
        }
        return attribute.value;
    }

    /** Deletes a value, if there is one; what is no key of this kind is an {@link EngineException}. */
    void delete(int number) {
        Held attribute = held(number);
        if (attribute == null) {
            known(kind, number);
        } else {
            end(attribute);
        }
    }

    /** Deletes all, the newest first, up to the first whose function fails. */
    void clear() {
        for (Held newest = newest(); newest != null; newest = newest()) {
            end(newest);
        }
    }

    private @Nullable Held newest() {
        synchronized (values) {
            return values.isEmpty() ? null : values.lastEntry().getValue();
        }
    }

    private List<Held> all() {
        synchronized (values) {
            return new ArrayList<>(values.values());
        }
    }

    private void end(Held attribute) {
        Key key = attribute.key;
        try {
            @SuppressWarnings("unchecked") // The key is of the owner's kind.
            DeleteAttrFunction<? super T> function = (DeleteAttrFunction<? super T>) key.delete;
            function.delete(owner, key.number, attribute.value);
        } catch (MPIException e) {
            throw failed("delete", key, e);
        }
        synchronized (values) {
            values.remove(key.number, attribute);
        }
    }

    /** Gives a duplicate what the keys' functions say. If one of them fails, the duplicate has no attributes. */
    void copyTo(Attributes<T> duplicate) {
        try {
            for (Held attribute : all()) {
                Object value = copy(attribute);
                if (value != null) {
                    duplicate.put(new Held(attribute.key, value));
                }
            }
        } catch (RuntimeException e) {
            try {
                duplicate.clear();
            } catch (RuntimeException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private @Nullable Object copy(Held attribute) {
        Key key = attribute.key;
        try {
            @SuppressWarnings("unchecked") // The key is of the owner's kind.
            CopyAttrFunction<? super T> function = (CopyAttrFunction<? super T>) key.copy;
            return function.copy(owner, key.number, attribute.value);
        } catch (MPIException e) {
            throw failed("copy", key, e);
        }
    }

    private static EngineException failed(String what, Key key, MPIException cause) {
        EngineException failure = new EngineException(
                cause.getErrorClass(),
                "the " + what + " function of keyval " + key.number + " has failed: " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
