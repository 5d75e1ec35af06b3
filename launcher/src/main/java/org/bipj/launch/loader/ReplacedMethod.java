package org.bipj.launch.loader;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * A method of the JDK, and the class whose static method of the same name is called instead. For an instance method,
 * the receiver becomes the first argument.
 *
 * @param owner internal name of the JDK's class
 * @param name the method's name
 * @param type the method's descriptor
 * @param isStatic whether the JDK's method is static
 * @param by whose method is called
 */
public record ReplacedMethod(String owner, String name, String type, boolean isStatic, ClassDesc by) {
    /** A static method. */
    public static ReplacedMethod ofClass(String owner, String name, String type, Class<?> by) {
        return new ReplacedMethod(owner, name, type, true, ClassDesc.of(by.getName()));
    }

    /** An instance method. */
    public static ReplacedMethod ofObject(String owner, String name, String type, Class<?> by) {
        return new ReplacedMethod(owner, name, type, false, ClassDesc.of(by.getName()));
    }

    boolean isNamedAs(String otherName, String otherType) {
        return isStatic && name.equals(otherName) && type.equals(otherType);
    }

    /** The type of the method that is called instead. */
    MethodTypeDesc newType() {
        MethodTypeDesc same = MethodTypeDesc.ofDescriptor(type);
        return isStatic ? same : same.insertParameterTypes(0, ClassDesc.ofInternalName(owner));
    }
}
