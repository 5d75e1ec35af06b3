package org.bipj.launch.hosted.loader;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.bipj.launch.hosted.copies.ClassWords;

/**
 * A method of the JDK, and the static method that is called instead. For an instance method, the receiver becomes the
 * first argument.
 *
 * @param owner internal name of the JDK's class
 * @param name the method's name
 * @param type the method's descriptor
 * @param isStatic whether the JDK's method is static
 * @param by whose method is called
 * @param receiver internal name of the first argument's type, for an instance method
 * @param newName name of the method that is called instead
 */
public record ReplacedMethod(
        String owner, String name, String type, boolean isStatic, ClassDesc by, String receiver, String newName)
        implements CallRule {
    /** Classes whose methods can be called by their own name alone, and that few programs use, unlike the names of their methods. */
    private static final Set<String> WITHOUT_SUBCLASSES = Set.of("java/lang/Runtime", "java/lang/ProcessBuilder");

    /** The owner that stands for any class. */
    static final String ANY = "";

    /** Replaces a static method by the one of that name and type in another class. */
    public static ReplacedMethod ofClass(String owner, String name, String type, Class<?> by) {
        return ofClass(owner, name, type, by, name);
    }

    /** Replaces a static method by one of another name. */
    public static ReplacedMethod ofClass(String owner, String name, String type, Class<?> by, String newName) {
        return new ReplacedMethod(owner, name, type, true, ClassDesc.of(by.getName()), owner, newName);
    }

    /** The same, of a name with its type: {@code getByName(Ljava/lang/String;)Ljava/net/InetAddress;}. */
    public static ReplacedMethod ofClass(String owner, String signature, Class<?> by) {
        int type = signature.indexOf('(');
        return ofClass(owner, signature.substring(0, type), signature.substring(type), by);
    }

    /** Replaces static methods of the names and types of those in another class. */
    public static List<ReplacedMethod> allOfClass(String owner, Class<?> by) {
        List<ReplacedMethod> all = new ArrayList<>();
        for (Method method : by.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(method.getModifiers())) {
                MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
                all.add(ofClass(owner, method.getName(), type.descriptorString(), by));
            }
        }
        return all;
    }

    /** Replaces an instance method by a static one of another class, which takes the object first. */
    public static ReplacedMethod ofObject(String owner, String name, String type, Class<?> by) {
        return ofObject(owner, name, type, by, owner);
    }

    /** The same, of a name with its type. */
    public static ReplacedMethod ofObject(String owner, String signature, Class<?> by) {
        int type = signature.indexOf('(');
        return ofObject(owner, signature.substring(0, type), signature.substring(type), by);
    }

    /** An instance method whose receiver is passed as one of a superclass. */
    public static ReplacedMethod ofObject(String owner, String name, String type, Class<?> by, String receiver) {
        return new ReplacedMethod(owner, name, type, false, ClassDesc.of(by.getName()), receiver, name);
    }

    /** An instance method of that name and type, whatever class the call names. */
    public static ReplacedMethod ofAny(String name, String type, Class<?> by, String receiver) {
        return ofObject(ANY, name, type, by, receiver);
    }

    /** Replaces instance methods by the static ones of another class that take an object of the class first. */
    public static List<ReplacedMethod> allOfObject(Class<?> owner, Class<?> by) {
        return allOfObject(owner, by, owner);
    }

    /** The same, of static methods that take an object of a supertype first. */
    public static List<ReplacedMethod> allOfObject(Class<?> owner, Class<?> by, Class<?> receiver) {
        List<ReplacedMethod> all = new ArrayList<>();
        for (Method method : by.getDeclaredMethods()) {
            Class<?>[] types = method.getParameterTypes();
            if (Modifier.isPublic(method.getModifiers()) && types.length > 0 && types[0] == receiver) {
                MethodType type =
                        MethodType.methodType(method.getReturnType(), types).dropParameterTypes(0, 1);
                all.add(ofObject(
                        ClassWords.nameOf(owner),
                        method.getName(),
                        type.descriptorString(),
                        by,
                        ClassWords.nameOf(receiver)));
            }
        }
        return all;
    }

    /** Its name, or its class where that has no subclasses. */
    @Override
    public String mark() {
        return WITHOUT_SUBCLASSES.contains(owner) ? owner : name;
    }

    @Override
    public void write(CodeBuilder code, Consumer<CodeBuilder> original) {
        code.invokestatic(by, newName, newType());
    }

    @Override
    public DirectMethodHandleDesc reference() {
        return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, by, newName, newType());
    }

    /** The type of the method that is called instead. */
    private MethodTypeDesc newType() {
        MethodTypeDesc same = MethodTypeDesc.ofDescriptor(type);
        return isStatic ? same : same.insertParameterTypes(0, ClassDesc.ofInternalName(receiver));
    }
}
