package org.bipj.launch.loader;

import java.lang.constant.ClassDesc;

/**
 * A constructor of the JDK without arguments, in whose place one with a {@code long} is called. Unlike a replaced class, the
 * object is of the class that the program names.
 *
 * @param owner internal name of the JDK's class
 * @param by has the methods below, which are static and have no arguments
 * @param argument the method that returns the argument
 * @param factory the method that makes an object, for references to the constructor
 */
public record FilledConstructor(String owner, ClassDesc by, String argument, String factory) {
    /** The descriptor of the constructor that is not called. */
    static final String TYPE = "()V";

    /** A constructor that is filled by methods of a class. */
    public static FilledConstructor of(Class<?> owner, Class<?> by, String argument, String factory) {
        return new FilledConstructor(owner.getName().replace('.', '/'), ClassDesc.of(by.getName()), argument, factory);
    }
}
