package org.bipj.mpi.call;

import java.util.HashMap;
import java.util.Map;
import org.bipj.mpi.error.ErrorNames;
import org.jspecify.annotations.Nullable;

/**
 * The error classes and codes that a rank knows (MPI 4.1 section 9.5): those of the standard, whose codes are their classes, and what the
 * program has added. Numbers are never used again. Any thread may call.
 */
public final class ErrorCodes {
    /** The largest class of the standard's and this library's. */
    public static final int LAST = 92;

    /** By code its class; a class is a code of its own. */
    private final Map<Integer, Integer> classes = new HashMap<>();
    /** By code what the program says it means. */
    private final Map<Integer, String> texts = new HashMap<>();

    private int lastUsed = LAST;

    /** Those of the standard. */
    public ErrorCodes() {}

    /** Adds a class (MPI_Add_error_class). */
    public synchronized int addClass() {
        lastUsed++;
        classes.put(lastUsed, lastUsed);
        return lastUsed;
    }

    /** Adds a code to a class, which may be one of the standard's (MPI_Add_error_code). */
    public synchronized int addCode(int errorClass) {
        if (!isClass(errorClass)) {
            throw new EngineException(ErrorClass.ARG, "the error class is " + errorClass + ", which is none");
        }
        lastUsed++;
        classes.put(lastUsed, errorClass);
        return lastUsed;
    }

    /** Says what a code or class of the program means (MPI_Add_error_string). */
    public synchronized void setText(int code, @Nullable String text) {
        own(code);
        if (text == null) {
            throw new EngineException(ErrorClass.ARG, "the text of error code " + code + " is null");
        }
        texts.put(code, text);
    }

    /** Removes a class of the program that has no codes but itself, and no text (MPI_Remove_error_class). */
    public synchronized void removeClass(int errorClass) {
        if (own(errorClass) != errorClass) {
            throw new EngineException(ErrorClass.ARG, errorClass + " is an error code; expected an error class");
        }
        for (Map.Entry<Integer, Integer> each : classes.entrySet()) {
            if (each.getValue() == errorClass && each.getKey() != errorClass) {
                throw new EngineException(
                        ErrorClass.ARG,
                        "error class " + errorClass + " has the code " + each.getKey()
                                + "; expected one whose codes have been removed");
            }
        }
        checkNoText("class", errorClass);
        classes.remove(errorClass);
    }

    /** Removes a code of the program that has no text (MPI_Remove_error_code). */
    public synchronized void removeCode(int code) {
        if (own(code) == code) {
            throw new EngineException(ErrorClass.ARG, code + " is an error class; expected an error code");
        }
        checkNoText("code", code);
        classes.remove(code);
    }

    private void checkNoText(String what, int code) {
        if (texts.containsKey(code)) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "error " + what + " " + code + " has the text \"" + texts.get(code)
                            + "\"; expected one whose text has been removed");
        }
    }

    /** Removes what the program has said of a code (MPI_Remove_error_string). */
    public synchronized void removeText(int code) {
        own(code);
        if (texts.remove(code) == null) {
            throw new EngineException(ErrorClass.ARG, "error code " + code + " has no text");
        }
    }

    /** The class of a code (MPI_Error_class). */
    public synchronized int classOf(int code) {
        if (!isKnown(code)) {
            throw new EngineException(ErrorClass.ARG, "the error code is " + code + ", which is none");
        }
        return classes.getOrDefault(code, code);
    }

    /** The same for an exception, whose code may be one that nobody has added: that is its own class. */
    public synchronized int classOrCode(int code) {
        return classes.getOrDefault(code, code);
    }

    /** What a code means (MPI_Error_string); empty for one of the program of which it has said nothing. */
    public synchronized String text(int code) {
        if (!isKnown(code)) {
            throw new EngineException(ErrorClass.ARG, "the error code is " + code + ", which is none");
        }
        return classes.containsKey(code) ? texts.getOrDefault(code, "") : ErrorNames.text(code);
    }

    /** The largest code in use so far (the attribute MPI_LASTUSEDCODE). */
    public synchronized int lastUsed() {
        return lastUsed;
    }

    private boolean isKnown(int code) {
        return classes.containsKey(code) || ErrorNames.isOne(code);
    }

    private boolean isClass(int code) {
        return classes.containsKey(code) ? classes.get(code) == code : ErrorNames.isOne(code);
    }

    /** The class of a code that the program has added. */
    private int own(int code) {
        Integer errorClass = classes.get(code);
        if (errorClass == null) {
            String whose = isKnown(code) ? ", which is the library's" : ", which is none";
            throw new EngineException(
                    ErrorClass.ARG, "the error code is " + code + whose + "; expected one that the program has added");
        }
        return errorClass;
    }
}
